/** What an unmodified killer decided, read from its own lines. */

export interface Answer {
  readonly lines: readonly (readonly [number, string])[];
  readonly code: number | null;
  readonly dead: Readonly<Record<string, number>>;
  readonly error?: string;
}

/** A decision in a form that both the module and the killer's log are converted to. */
export type Seen = Readonly<Record<string, unknown>>;

export function seenOf(killer: string, answer: Answer): readonly Seen[] {
  const lines = answer.lines.map(([, line]) => line);
  if (killer === "earlyoom") return [signalOf(lines)];
  return killer === "oomd" ? picksOf(lines) : decisionsOf(lines);
}

function signalOf(lines: readonly string[]): Seen {
  for (const line of lines) {
    const [, signal, pid] = /sending (SIG\w+) to process (\d+)/.exec(line) ?? [];
    if (signal !== undefined) return { signal, pid: Number(pid) };
  }
  const looked = lines.some((line) => /^mem avail|adaptive sleep time/.test(line));
  return looked ? { signal: null, pid: null } : { refused: true };
}

/** With recursion each cgroup on the way is named; the last one is killed. */
function picksOf(lines: readonly string[]): readonly Seen[] {
  const seen: Seen[] = [];
  let last: Seen = {};
  let isDone = false;
  for (const line of lines) {
    const [, picked, why] = /Picked "([^"]*)" \(-?\d+MB\) (.*)$/.exec(line) ?? [];
    const [, returned] = /Action=kill_\S+ returned (\w+)/.exec(line) ?? [];
    if (picked !== undefined) last = { picked, why };
    else if (/would have tried to kill|Killed [1-9]\d*:/.test(line)) {
      if (!isDone) seen.push(last);
      isDone = true;
    } else if (returned === "CONTINUE" && !isDone) seen.push({ picked: null, why: null });
    if (returned !== undefined) isDone = false;
  }
  return seen;
}

const VICTIM =
  /^(?:oomd dry-run: Would have tried to kill \/sys\/fs\/cgroup(\S*)|(?:Killed|Marked) (\S+)) /;

interface Decision {
  by: string;
  target: string | null;
  victim: string | null;
  considered: number;
  order: string[];
}

function decisionsOf(lines: readonly string[]): readonly Seen[] {
  const seen: Decision[] = [];
  for (const line of lines) {
    const [, target] = /^Memory pressure for (\S+) is /.exec(line) ?? [];
    const isSwap = /^Memory used .* is more than /.test(line);
    const [, ruled] =
      /^Rule .* conditions met for cgroup (\S+?),? .*taking action/.exec(line) ?? [];
    if (target !== undefined || isSwap || ruled !== undefined) {
      const by = isSwap ? "swap" : ruled === undefined ? "pressure" : "rule";
      seen.push({ by, target: target ?? ruled ?? null, victim: null, considered: 0, order: [] });
    }
    // Without reclaim it looks at no candidate, and goes on with the next rule.
    if (/^No reclaim activity for /.test(line)) seen.pop();
    const last = seen.at(-1);
    const [, count] = /^Considered (\d+) cgroups for killing/.exec(line) ?? [];
    const [, path] = /^\tPath: (\S+)$/.exec(line) ?? [];
    const [isVictim, dry, marked] = VICTIM.exec(line) ?? [];
    if (last === undefined) continue;
    if (count !== undefined) last.considered = Number(count);
    if (path !== undefined) last.order.push(path);
    if (isVictim !== undefined) last.victim = (marked ?? dry) || "/";
  }
  return seen.map((decision) => ({ ...decision }));
}
