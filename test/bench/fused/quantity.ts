const MULTIPLIERS: Readonly<Record<string, number>> = {
  "": 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};
const UNITS = ["", "Ki", "Mi", "Gi", "Ti"];

/** A number that is exact up to 2^53, as a program that reads JSON into doubles would have it. */
export function parseQuantity(text: string): number {
  const [, amount, unit] = /^([0-9.]+)([A-Za-z]*)$/.exec(text) ?? [];
  const multiplier = MULTIPLIERS[unit ?? "?"];
  if (amount === undefined || multiplier === undefined) {
    throw new Error(`"${text}" is not a quantity that the fused implementation reads.`);
  }
  return Math.ceil(Number(amount) * multiplier);
}

/** As the kubelet prints a number of bytes: the largest binary unit that divides it. */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && amount % 1024 === 0 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount}${UNITS[unit]}`;
}
