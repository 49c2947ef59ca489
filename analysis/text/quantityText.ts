/** Amounts of series as quantities; which of several spellings a manifest has, no series says. */

const BINARY = ["Ei", "Pi", "Ti", "Gi", "Mi", "Ki"] as const;
const DECIMAL = ["E", "P", "T", "G", "M"] as const;

/** The shortest exact spelling: `256Mi`, `2500M`, `1023`. */
export function bytesText(bytes: number): string {
  const whole = Math.round(bytes);
  for (const [index, unit] of BINARY.entries()) {
    const size = 1024 ** (BINARY.length - index);
    if (whole >= size && whole % size === 0) return `${whole / size}${unit}`;
  }
  for (const [index, unit] of DECIMAL.entries()) {
    const size = 1000 ** (DECIMAL.length + 1 - index);
    if (whole >= size && whole % size === 0) return `${whole / size}${unit}`;
  }
  return String(whole);
}

/** `2`, `250m`. */
export function coresText(cores: number): string {
  const thousandths = Math.round(cores * 1000);
  return thousandths % 1000 === 0 ? String(thousandths / 1000) : `${thousandths}m`;
}

/** How kube-state-metrics spells resources, and how Kubernetes does. */
const RESOURCES: Readonly<Record<string, readonly [string, (amount: number) => string]>> = {
  cpu: ["cpu", coresText],
  memory: ["memory", bytesText],
  ephemeral_storage: ["ephemeral-storage", bytesText],
  pods: ["pods", (amount) => String(Math.round(amount))],
};

/** A member of a resource list; null for a resource that no eviction depends on. */
export function resourceOf(name: string, amount: number): readonly [string, string] | null {
  const found = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
  return found === undefined ? null : [found[0], found[1](amount)];
}

const UNITS: Readonly<Record<string, number>> = {
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** A quantity as the number that a gauge has; null for what is not a text. */
export function amountOf(quantity: unknown): number | null {
  const text = String(quantity);
  const [, number = "", unit = ""] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text) ?? [];
  const size = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  const amount = Number(number);
  return number === "" || size === undefined || !Number.isFinite(amount) ? null : amount * size;
}
