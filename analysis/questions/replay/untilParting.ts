/** What a capture records, next to a policy whose decisions are unknown after some moment. */
import { type ComparedEvent, eventsInOrder } from "../../text/comparedEvent.ts";
import { podText } from "../../text/podText.ts";
import type { ComparedRow } from "./comparedRows.ts";
import type { HappenedEviction, RecordedAndDecided } from "./happened.ts";
import type { RecordedEnd } from "./parting.ts";

interface Timed {
  readonly time?: string;
}

/** What the policy alone evicts after the moment is left out. */
export function untilParting(
  recorded: RecordedAndDecided,
  parting: RecordedEnd | null,
): RecordedAndDecided {
  if (parting === null) return recorded;
  const from = Date.parse(parting.time);
  const isKnown = ({ time }: Timed) => time === undefined || Date.parse(time) <= from;
  const happened = () => recorded.result().happened;
  return {
    take: (step) => recorded.take(step),
    result: () => ({
      happened: happened().map((each) => (isKnown(each) ? each : unknownOf(each))),
      policyOnly: recorded.result().policyOnly.filter(isKnown),
    }),
    lines: () => {
      const unknown = happened().filter((each) => !isKnown(each));
      return eventsInOrder([...recorded.lines().filter(isKnown), ...unknown.flatMap(lineOf)]);
    },
    rows: () =>
      recorded.rows().flatMap((row) => {
        if (isKnown(row) || row.pod === parting.pod) return [row];
        return row.verdict === "policyOnly" ? [] : [unknownRow(row)];
      }),
    doubt: () => recorded.doubt(),
    notes: () => recorded.notes(),
  };
}

function unknownOf({ other: _, ...eviction }: HappenedEviction): HappenedEviction {
  return { ...eviction, policy: "unknown" };
}

function unknownRow({ time, pod, resource }: ComparedRow): ComparedRow {
  return { time, pod, resource, verdict: "unknown" };
}

function lineOf({ time, ...pod }: HappenedEviction): readonly ComparedEvent[] {
  if (time === undefined) return [];
  const sentence = `${podText(pod)} is evicted. What this policy decides then is unknown.`;
  return [{ agrees: null, time, sentence }];
}
