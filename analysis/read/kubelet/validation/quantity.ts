const FORMAT =
  "quantities must match the regular expression " +
  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX = "unable to parse quantity's suffix";
/** No digits follow digits: each way to share them out would be tried. */
const PARTS = /^[+-]?(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[+-]?|[+-])\d*|)$/;
const SUFFIXES = /^(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+|)$/;

/** Why a text is not a quantity, in Kubernetes' words. */
export function quantityError(text: string): string | undefined {
  const trimmed = text.trim();
  const parts = trimmed === "" ? null : PARTS.exec(trimmed);
  if (parts === null) return FORMAT;
  return SUFFIXES.test(parts[3] ?? "") ? undefined : SUFFIX;
}

/** Whether a quantity, which must be one, is nothing at all: any digit makes it something. */
export function isZeroQuantity(text: string): boolean {
  const [, whole = "", fraction = ""] = PARTS.exec(text.trim()) ?? [];
  return /^0*$/.test(whole + fraction);
}

/** What a suffix multiplies by: a power of 1000 or of 1024. */
const POWERS = ["k", "M", "G", "T", "P", "E"];
const FRACTIONS = ["m", "u", "n"];
/** Digits of an exponent that is worth computing. */
const EXPONENT_DIGITS_MAX = 3;

/** The value, rounded away from zero as the kubelet rounds; undefined for no quantity. */
export function quantityValue(text: string): bigint | undefined {
  const [, whole = "", fraction = "", suffix = ""] = PARTS.exec(text.trim()) ?? [];
  if (`${whole}${fraction}` === "" || !SUFFIXES.test(suffix)) return undefined;
  const scale = scaleOf(suffix);
  if (scale === undefined) return undefined;
  const numerator = BigInt(whole + fraction) * scale.multiplier;
  const divisor = scale.divisor * 10n ** BigInt(fraction.length);
  const value = (numerator + divisor - 1n) / divisor;
  return text.trim().startsWith("-") ? -value : value;
}

function scaleOf(suffix: string): { multiplier: bigint; divisor: bigint } | undefined {
  const [letter = "", binary] = suffix;
  const below = FRACTIONS.indexOf(letter);
  if (below >= 0) return { multiplier: 1n, divisor: 1000n ** BigInt(below + 1) };
  if (/^[eE][+-]?\d/.test(suffix)) {
    const [, sign, digits = ""] = /^.([+-]?)0*(\d*)$/.exec(suffix) ?? [];
    if (digits.length > EXPONENT_DIGITS_MAX) return undefined;
    const power = 10n ** BigInt(digits === "" ? 0 : digits);
    return sign === "-" ? { multiplier: 1n, divisor: power } : { multiplier: power, divisor: 1n };
  }
  const base = binary === "i" ? 1024n : 1000n;
  return { multiplier: base ** BigInt(POWERS.indexOf(letter.replace("K", "k")) + 1), divisor: 1n };
}
