/** How amounts, durations and times can be written. Specification 2.4, 2.5, 7. */
import type { Source, Wildness } from "./source.ts";

const BINARY: readonly (readonly [string, bigint])[] = [
  ["Ki", 2n ** 10n],
  ["Mi", 2n ** 20n],
  ["Gi", 2n ** 30n],
  ["Ti", 2n ** 40n],
];
const DECIMAL: readonly (readonly [string, bigint])[] = [
  ["k", 10n ** 3n],
  ["M", 10n ** 6n],
  ["G", 10n ** 9n],
];

/** Quantities that are odd but positive, with any value. */
const ODD_QUANTITIES: readonly string[] = [
  "+5Mi",
  "005Mi",
  "5.Gi",
  ".5Gi",
  "1.500",
  "1.024k",
  "1E3",
  "1e9",
  "1e+3",
  "12e6",
  "1m",
  "1n",
  "0.1n",
  "1000000u",
  "0.3Gi",
  "0.1Mi",
  "1.5Ki",
  "1e-10",
  "15e-1",
  "1000",
  "1024",
  "1000Ki",
  "123456789012345678901n",
  "9223372036854775807",
  "9223372036854775808",
  "7.9Ei",
  "8Ei",
  "16Ei",
  "10E",
  "100E",
  "1000000000000000000k",
];

/** Refused, or zero or less, which a threshold may not be. */
const BAD_QUANTITIES: readonly string[] = [
  "",
  "0",
  "Mi",
  "m",
  "e3",
  "-1Gi",
  "-0.1n",
  "abc",
  "1K",
  "ki",
  "1e3k",
  "1m5",
  " 1",
  "1 ",
  "0x10",
  "1_000",
  "1..5",
  ".",
  "+",
  "é",
];

const ODD_PERCENTAGES: readonly string[] = [
  "0%",
  "100%",
  "0.0%",
  "-0%",
  "00%",
  "100.0%",
  "100.000001%",
  "10%%",
  "1e1%",
  "0x1p3%",
  "1_0%",
  "NaN%",
  "nan%",
  ".5%",
  "33.333333%",
  "0.001%",
  "1e-30%",
  "+10%",
  "010%",
  "99.99999999%",
  "1e-46%",
  "16777217e-6%",
];

const BAD_PERCENTAGES: readonly string[] = [
  "%",
  " 10%",
  "10 %",
  "-1%",
  "101%",
  "inf%",
  "-inf%",
  "1e39%",
  "1__0%",
  "abc%",
  "0x%",
  "%%",
];

const PLAIN_PERCENTAGES: readonly string[] = [
  "5%",
  "10%",
  "15%",
  "20%",
  "85%",
  "1%",
  "50%",
  "2.5%",
  "0.1%",
];

/** An integer as one of the texts that mean it. */
export function spell(source: Source, value: bigint, wild: Wildness): string {
  const fitting = [...BINARY, ...DECIMAL].filter(([, unit]) => value !== 0n && value % unit === 0n);
  if (fitting.length > 0 && source.chance(70)) {
    const [suffix, unit] = source.pick(fitting);
    return `${value / unit}${suffix}`;
  }
  if (!wild.spellings || source.chance(70) || value < 0n) return String(value);
  return source.pick([
    `+${value}`,
    `00${value}`,
    `${value}.0`,
    `${value}.`,
    `${value}000m`,
    `${value}000000u`,
    `${value}e0`,
    `${value}.5`,
    `${value}.000000001`,
    `${value}.0000000001`,
    `${value * 1000n + 1n}m`,
  ]);
}

/** The statement of a threshold on something of `capacity`. Specification 2.3. */
export function spellThreshold(source: Source, capacity: bigint, wild: Wildness): string {
  if (wild.errors && source.chance(12)) {
    return source.pick(source.chance(50) ? BAD_QUANTITIES : BAD_PERCENTAGES);
  }
  if (wild.spellings && source.chance(45)) {
    return source.pick(source.chance(50) ? ODD_QUANTITIES : ODD_PERCENTAGES);
  }
  if (source.chance(45)) return source.pick(PLAIN_PERCENTAGES);
  const amount = source.share(capacity, 1, 400);
  const unit = source.pick([1n, 1n, 1000n, 1024n, 2n ** 20n]);
  const rounded = amount - (amount % unit);
  return spell(source, rounded > 0n ? rounded : 1n, wild);
}

/** Specification 2.6: `0%` is refused here, `0` is fine, and `150%` is. */
export function spellReclaim(source: Source, capacity: bigint, wild: Wildness): string {
  if (wild.errors && source.chance(8)) return source.pick([...BAD_QUANTITIES, "0%", "-5%"]);
  if (source.chance(10)) return source.pick(["0", "0Mi", "150%", "100%", "1"]);
  if (wild.spellings && source.chance(35)) {
    const odd = source.pick([...ODD_QUANTITIES, ...ODD_PERCENTAGES, "inf%", "1e30%"]);
    return /^-?0*\.?0*%$/.test(odd) ? "3%" : odd;
  }
  if (source.chance(40)) return source.pick(PLAIN_PERCENTAGES);
  return spell(source, source.share(capacity, 0, 100), wild);
}

/** About the value of a statement, to draw observations close to it; undefined when in doubt. */
export function roughly(text: string, capacity: bigint): bigint | undefined {
  if (/^[\d.]+%+$/.test(text)) {
    const fraction = Math.fround(Math.fround(Number.parseFloat(text)) / 100);
    return BigInt(Math.trunc(Number(BigInt.asIntN(64, capacity)) * fraction));
  }
  const found = /^(\d+)(Ki|Mi|Gi|Ti|k|M|G|)$/.exec(text);
  if (found === null) return undefined;
  const unit = [...BINARY, ...DECIMAL].find(([suffix]) => suffix === found[2])?.[1] ?? 1n;
  return BigInt(found[1] ?? 0) * unit;
}

/** Durations with what they are worth in nanoseconds. */
export const GRACE_PERIODS: Readonly<Record<string, bigint>> = {
  "0s": 0n,
  "0": 0n,
  "1ns": 1n,
  "500ms": 500_000_000n,
  "1.5s": 1_500_000_000n,
  "10s": 10_000_000_000n,
  "+5s": 5_000_000_000n,
  "30s": 30_000_000_000n,
  "1m30s": 90_000_000_000n,
  "2h": 7_200_000_000_000n,
};

export const ODD_GRACE_PERIODS: readonly string[] = [
  "-0s",
  "1us",
  "1µs",
  ".5m",
  "9223372036854775807ns",
  "2562047h47m16.854775807s",
  "1h1h",
  "0.0000000001s",
];

export const BAD_GRACE_PERIODS: readonly string[] = [
  "",
  "30",
  "1d",
  "-1s",
  " 1s",
  "1s ",
  "s",
  ".s",
  "2562048h",
  "1.s.",
  "é",
];
