/** The verdict on a simulated cluster as the first line of an answer, and the reason below it. */

import type { SimulatorEvent, SimulatorEventKind } from "../../engine/simulatorEvent.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import { listed } from "./remedies/candidate.ts";
import {
  APART_FROM_PHASES,
  cycleRange,
  periodText,
  pressedNodes,
  type SimulatedRun,
  settlesUnmeasured,
} from "./verdictWords.ts";

export interface Opening {
  /** At most a line. */
  readonly title: string;
  /** Null where the title says it all. */
  readonly reason: string | null;
}

const TITLE_LENGTH = 78;

export function openingOf(run: SimulatedRun): Opening {
  switch (run.verdict.verdict) {
    case "settles":
      return settled(run);
    case "thrashes":
      return thrashing(run);
    case "cascades":
      return cascading(run);
    case "undecided":
      return {
        title: `Undecided: ${formatSeconds(run.untilSeconds)} are too short for a verdict`,
        reason:
          "The cluster neither settles nor repeats a state by then; simulate it for longer " +
          "(until).",
      };
  }
}

function settled(run: SimulatedRun): Opening {
  const { at, evictedPods } = run.verdict;
  const end = `nothing changes after ${virtualTime(at)}`;
  if (settlesUnmeasured(run)) {
    return {
      title: "The usage of pods is unknown; if they used nothing, the cluster would settle",
      reason: `Then ${end}.`,
    };
  }
  if (evictedPods === 0) return { title: `The cluster settles: ${end}`, reason: null };
  const lost = `after ${plural(evictedPods, "pod")} ${evictedPods === 1 ? "was" : "were"}`;
  return {
    title: `The cluster settles ${lost} ${lossWords(run.events)}`,
    reason: `${capitalized(end)}.`,
  };
}

function thrashing(run: SimulatedRun): Opening {
  const { at, period = 0, evictions = 0, evictionsPerHour = 0, apartFromPhases } = run.verdict;
  const cycle = run.events.slice(...cycleRange(run));
  const every = periodText(period);
  const actors = [...actorsWords(cycle), `the same state returns every ${every}`];
  const titles = actors.map((words) => `This cluster never settles: ${words}`);
  const are = evictions === 1 ? "is" : "are";
  return {
    title: titles.find(({ length }) => length <= TITLE_LENGTH) ?? titles.at(-1) ?? "",
    reason:
      `It thrashes: the state at ${virtualTime(at)} returns every ${every}. Each time, ` +
      `${plural(evictions, "pod")} ${are} ${lossWords(cycle)}, ` +
      `${formatCount(evictionsPerHour)} an hour.` +
      (apartFromPhases === true ? APART_FROM_PHASES : ""),
  };
}

const LOSSES: Readonly<Partial<Record<SimulatorEventKind, readonly [does: string, is: string]>>> = {
  Evicted: ["evicts", "evicted"],
  Terminating: ["evicts", "evicted"],
  Rejected: ["rejects", "rejected"],
  OOMKilled: ["kills", "killed"],
  Killed: ["kills", "killed"],
};

/** `evicted or rejected`: what happens to the pods that are lost. */
function lossWords(events: readonly SimulatorEvent[]): string {
  const words = new Set(events.flatMap(({ kind }) => LOSSES[kind]?.[1] ?? []));
  return words.size === 0 ? "evicted or rejected" : [...words].join(" or ");
}

/** Who repeats what with whose pods, the longest first; none for several nodes or owners. */
function actorsWords(cycle: readonly SimulatorEvent[]): readonly string[] {
  const losses = cycle.filter(({ kind }) => LOSSES[kind] !== undefined);
  const [first] = losses;
  if (first?.node === undefined || first.owner === undefined) return [];
  const { node, owner } = first;
  const isSame = (each: SimulatorEvent) =>
    each.node === node && each.owner?.name === owner.name && each.owner.kind === owner.kind;
  if (!losses.every(isSame)) return [];
  const main = losses.find(({ kind }) => kind === "Evicted") ?? first;
  const who = main.reason === "TaintManagerEviction" ? `a taint of ${node}` : node;
  const isPutBack =
    main.kind === "Evicted" && cycle.some((each) => each.kind === "Scheduled" && isSame(each));
  const does = `${who} ${LOSSES[main.kind]?.[0]} ${owner.name}`;
  return [...(isPutBack ? [`${does}, the scheduler puts it back`] : []), `${does} again and again`];
}

function cascading(run: SimulatedRun): Opening {
  const pressed = pressedNodes(run.events);
  const [[first] = [], ...others] = pressed;
  const lost = run.verdict.evictedPods;
  const are = lost === 1 ? "is" : "are";
  const spread = (to: string) => `The cluster cascades: pressure spreads from ${first} to ${to}`;
  const named = spread(listed(others.map(([name]) => name)));
  const counted = spread(plural(others.length, "other node"));
  const times = listed(pressed.map(([name, time]) => `${name} (${virtualTime(time)})`));
  return {
    title:
      first === undefined || others.length === 0
        ? "The cluster cascades: pressure moves from node to node"
        : named.length <= TITLE_LENGTH
          ? named
          : counted,
    reason:
      (pressed.length === 0 ? "" : `Pressure reaches ${times}. `) +
      `In all, ${plural(lost, "pod")} ${are} ${lossWords(run.events)}.`,
  };
}
