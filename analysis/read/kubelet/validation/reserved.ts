import { quoted } from "./goText.ts";
import { isZeroQuantity } from "./quantity.ts";
import type { RuleError } from "./rule.ts";
import type { Settings } from "./settings.ts";

const INVALID = "invalid configuration: ";
/** Before 1.24 some sentences began without it. */
const PREFIX_SINCE = 24;
const INTEGER_MAX = (1n << 63n) - 1n;

export function reservedCpuErrors(settings: Settings): string[] {
  const path = "reservedSystemCPUs";
  const cpus = settings.text(path);
  if (cpus === "") return [];
  const current = settings.release >= PREFIX_SINCE;
  const errors: string[] = [];
  if (settings.text("systemReservedCgroup") !== "" || settings.text("kubeReservedCgroup") !== "") {
    errors.push(
      `${current ? INVALID : ""}can't use reservedSystemCPUs (--reserved-cpus) with ` +
        "systemReservedCgroup (--system-reserved-cgroup) or kubeReservedCgroup " +
        "(--kube-reserved-cgroup)",
    );
  }
  const reason = cpuListError(cpus, settings.release);
  if (reason === undefined) return errors;
  const shown = current ? ` ${cpus}` : "";
  const start = `${current ? INVALID : ""}unable to parse reservedSystemCPUs (--reserved-cpus)`;
  return [...errors, `${start}${shown}, error: ${reason}`];
}

/** `0-5,34,46-48`; the first thing that is wrong with it. */
function cpuListError(text: string, release: number): string | undefined {
  for (const range of text.split(",")) {
    const at = range.indexOf("-");
    const bounds = at < 0 ? [range] : [range.slice(0, at), range.slice(at + 1)];
    const wrong = bounds.find((bound) => atoiError(bound) !== undefined);
    if (wrong !== undefined) return atoiError(wrong);
    const [start, end] = bounds.map((bound) => BigInt(bound.replace("+", "")));
    if (start === undefined || end === undefined || start <= end) continue;
    const sign = release >= 27 ? ">" : ">=";
    return `invalid range ${quoted(range)} (${start} ${sign} ${end})`;
  }
  return undefined;
}

function atoiError(text: string): string | undefined {
  const start = `strconv.Atoi: parsing ${quoted(text)}: `;
  if (!/^[+-]?\d+$/.test(text)) return `${start}invalid syntax`;
  const value = BigInt(text.replace("+", ""));
  const fits = value <= INTEGER_MAX && value >= -INTEGER_MAX - 1n;
  return fits ? undefined : `${start}value out of range`;
}

/** Memory that is reserved for NUMA nodes. */
export function reservedMemoryErrors(settings: Settings): RuleError[] {
  const prefix = settings.release >= PREFIX_SINCE ? INVALID : "";
  const seen = new Set<string>();
  return settings.list("reservedMemory").flatMap((item, index) => {
    const reservation = (item ?? {}) as { numaNode?: number; limits?: Record<string, unknown> };
    const node = reservation.numaNode ?? 0;
    return Object.entries(reservation.limits ?? {}).flatMap(([name, quantity]) => {
      const path = `reservedMemory[${index}].limits[${JSON.stringify(name)}]`;
      const where = `NUMA node ${node} and resource ${quoted(name)}`;
      const isSupported = name === "memory" || name.startsWith("hugepages-");
      const key = JSON.stringify([node, name]);
      const messages = [
        isSupported
          ? []
          : `the limit type ${quoted(name)} for NUMA node ${node} is not supported, only ` +
            "[memory hugepages-<HugePageSize>] is accepted",
        isZero(quantity) ? `reserved memory may not be zero for ${where}` : [],
        seen.has(key) ? `the reserved memory has a duplicate value for ${where}` : [],
      ].flat();
      seen.add(key);
      return messages.map((message) => ({ path, message: prefix + message }));
    });
  });
}

function isZero(quantity: unknown): boolean {
  return quantity === null || isZeroQuantity(String(quantity));
}
