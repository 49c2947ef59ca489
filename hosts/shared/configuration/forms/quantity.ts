const UNITS: Readonly<Record<string, bigint>> = {
  "": 1n,
  k: 1000n,
  M: 1000n ** 2n,
  G: 1000n ** 3n,
  T: 1000n ** 4n,
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
};

/**
 * Bytes of a whole quantity such as `16Gi`, with which a system chooses among its settings;
 * undefined when it is absent or of another form. The core judges quantities; this is no second
 * opinion about one in a configuration.
 */
export function bytesOf(quantity: string | undefined): bigint | undefined {
  const found = /^(\d{1,18})([kMGT]|[KMGT]i)?$/.exec(quantity ?? "");
  const unit = UNITS[found?.[2] ?? ""];
  return found?.[1] === undefined || unit === undefined ? undefined : BigInt(found[1]) * unit;
}
