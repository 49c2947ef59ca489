/** One race: when each that may act on falling memory would act, and what it would end. */
import type { Race, RaceLane } from "../../engine/oomRace.ts";
import { formatSeconds } from "../../text/amount.ts";
import { type Block, type Column, list, type Row, table } from "../../text/document.ts";

const COLUMNS: readonly Column[] = [
  { title: "who" },
  { title: "acts" },
  { title: "who ends", shrinks: true },
];
const IF_IT_GOES_ON =
  "The moments hold if memory goes on falling as it did; a span is what the samples cannot tell.";

/** The pod or process that each would end, as far as that is known. */
export interface RaceEnds {
  readonly kubelet?: string;
  readonly kernel?: string;
}

export function laneBlocks(race: Race | null, ends: RaceEnds): readonly Block[] {
  const lanes = race?.lanes ?? [];
  if (lanes.length === 0) return [];
  const rows = lanes.map((lane): Row => {
    return { cells: [lane.who, whenText(lane), endedBy(lane.who, ends)] };
  });
  return [
    ...table(COLUMNS, rows, { cut: "none" }),
    ...list([...lanes.map(({ who, sentence }) => `${who}: ${sentence}.`), IF_IT_GOES_ON], "none"),
  ];
}

function endedBy(who: string, { kubelet, kernel }: RaceEnds): string {
  if (who === "kubelet") return kubelet ?? "unknown";
  if (who === "kernel" || who === "earlyoom") return kernel ?? "unknown";
  if (who === "systemd-oomd, swap") return "largest user of swap";
  return who === "systemd-oomd, pressure" ? "unknown" : "no process";
}

function whenText({ earliestMilliseconds: from, latestMilliseconds: to }: RaceLane): string {
  if (from === undefined) return "not in this fall";
  if (to === undefined) return from === 0 ? "perhaps, from now" : `perhaps, after ${seconds(from)}`;
  if (to === 0) return "now";
  if (from === to) return `in ${seconds(from)}`;
  return from === 0 ? `within ${seconds(to)}` : `in ${seconds(from)} to ${seconds(to)}`;
}

/** Rounded to what an extrapolation knows. */
function seconds(milliseconds: number): string {
  return formatSeconds(Math.round(milliseconds / 1000));
}
