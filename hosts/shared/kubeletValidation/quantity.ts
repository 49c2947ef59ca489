const FORMAT =
  "quantities must match the regular expression " +
  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX = "unable to parse quantity's suffix";
/** No digits follow digits: each way to share them out would be tried. */
const PARTS = /^[+-]?(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[+-]?|[+-])\d*|)$/;
const SUFFIXES = /^(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+|)$/;

/** Why a text is no quantity, in Kubernetes' words. */
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
