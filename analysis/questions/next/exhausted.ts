/** Samples of a machine, and a moment at which its memory has run out. */
import { type Members, objectOf } from "../../read/json/untyped.ts";

/** How long it stays so: longer than a killer waits as people configure it. */
const SECONDS = 120;
/** avg10, avg60 and avg300 in percent, and a total that counts for nothing. */
const STALLED = [100, 100, 100, 0];

/** What the answer takes for granted. */
export const EXHAUSTED = [
  "no memory is available, and no swap is free",
  "what is monitored for pressure waits for memory all the time",
  "pages are scanned as between the samples, and at least one a second",
];

/** A capture of samples as text: `steps` in their order, then the moment that is invented. */
export function exhaustedSamples(killer: string, header: Members, steps: readonly Members[]) {
  const at = Math.ceil(Number(steps.at(-1)?.at ?? 0)) + 1;
  const lines = [
    { ...header, seconds: at + SECONDS },
    ...steps,
    { at, ...changes(killer, header, steps) },
  ];
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

function changes(killer: string, header: Members, steps: readonly Members[]): Members {
  const first = cgroupsOf(steps.slice(0, 1));
  const last = cgroupsOf(steps);
  const seconds = Number(steps.at(-1)?.at ?? 0) - Number(steps[0]?.at ?? 0);
  const managed = Array.isArray(header.managed) ? header.managed.map(objectOf) : [];
  const stalled = new Set(
    managed.filter(({ property }) => property !== "ManagedOOMSwap").map(({ path }) => path),
  );
  const cgroups = [...last].map(([path, { pgscan }]) => {
    const before = Number(first.get(path)?.pgscan ?? 0);
    const rate = seconds > 0 ? Math.round((Number(pgscan ?? 0) - before) / seconds) : 0;
    const isStalled = killer === "oomd" || stalled.has(path);
    return [path, { pgscanRate: Math.max(1, rate), ...(isStalled ? { full: STALLED } : {}) }];
  });
  const meminfo = Object.assign({}, ...steps.map((step) => objectOf(step.meminfo))) as Members;
  return {
    meminfo: { ...meminfo, MemFree: 0, MemAvailable: 0, SwapFree: 0 },
    rootPressure: { full: STALLED },
    cgroups: Object.fromEntries(cgroups),
  };
}

/** What is known of each cgroup after these steps. */
function cgroupsOf(steps: readonly Members[]): ReadonlyMap<string, Members> {
  const known = new Map<string, Members>();
  for (const step of steps) {
    for (const [path, cgroup] of Object.entries(objectOf(step.cgroups))) {
      if (cgroup === null) known.delete(path);
      else known.set(path, { ...known.get(path), ...objectOf(cgroup) });
    }
  }
  return known;
}
