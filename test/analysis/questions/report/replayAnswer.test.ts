/** The verdict on a capture that records evictions. */
import { expect, it } from "vitest";
import type { ComparedRow } from "../../../../analysis/questions/replay/comparedRows.ts";
import type { RecordedAndDecided } from "../../../../analysis/questions/replay/happened.ts";
import { ReportRecorder } from "../../../../analysis/questions/report/recorder.ts";
import {
  type ReplayFacts,
  replayAnswer,
} from "../../../../analysis/questions/report/replayAnswer.ts";

type Verdict = ComparedRow["verdict"];

function row(verdict: Verdict, parts: Partial<ComparedRow> = {}): ComparedRow {
  const nearest = {
    ...{ signal: "memory.available", available: "90Mi", limit: "100Mi", hard: true },
    isBelow: true,
  };
  const moment = { time: "2026-01-15T10:00:10Z", pod: "shop/cart", resource: "memory" };
  return { ...moment, verdict, nearest, ...parts };
}

const ABOVE = {
  nearest: {
    signal: "memory.available",
    available: "1Gi",
    limit: "100Mi",
    hard: true,
    isBelow: false,
  },
};
const OF_LIMIT = { resource: "their own storage limits", detail: "emptyDir limit" };

function factsOf(rows: readonly ComparedRow[], parts: Partial<ReplayFacts> = {}): ReplayFacts {
  const recorded: RecordedAndDecided = {
    take: () => undefined,
    result: () => ({ happened: [], policyOnly: [] }),
    lines: () => [],
    rows: () => rows,
    doubt: () => null,
    notes: () => [],
  };
  return {
    ...{ record: new ReportRecorder(1).record, recorded, isAssumed: false, isOfLog: false },
    ...{ cut: null, name: "node.ndjson", candidate: null, parting: null, ...parts },
  };
}

interface Case {
  readonly rows: readonly ComparedRow[];
  readonly facts?: Partial<ReplayFacts>;
  readonly title: string;
  /** In the reason or below the table. */
  readonly says?: string;
}

it.each<Case>([
  {
    rows: [row("agrees"), row("agrees")],
    title: "2 pods were evicted for memory; the policy agrees with both",
  },
  {
    rows: [row("agrees"), row("agrees"), row("agrees")],
    title: "3 pods were evicted for memory; the policy agrees with all 3",
    says: "memory.available was below its hard threshold 100Mi each time.",
  },
  {
    rows: [row("agrees"), row("agrees"), row("recordedOnly", ABOVE)],
    title: "3 evictions for memory: the policy agrees with 2, and 1 falls between samples",
    says: "recorded only: the samples next to the eviction are above the threshold",
  },
  {
    rows: [row("agrees"), row("recordedOnly")],
    title: "2 pods were evicted for memory; the policy agrees with 1",
    says: "recorded only: these numbers do not lead to this eviction",
  },
  {
    rows: [row("recordedOnly", ABOVE), row("recordedOnly", ABOVE)],
    facts: { isAssumed: true },
    title: "2 pods were evicted; the reason needs this node's configuration",
    says: "No configuration in this capture: kubelet defaults assumed.",
  },
  {
    rows: [row("other", { detail: "web" })],
    title: "shop/cart was evicted at 10:00:10 for memory; the policy agrees with none",
    says: "evicts web instead",
  },
  {
    rows: [row("agrees"), row("agrees", OF_LIMIT)],
    title: "2 pods were evicted: 1 for memory, 1 for their own storage limits",
    says: "agrees: emptyDir limit",
  },
  {
    rows: [row("agrees", { decided: "2026-01-15T09:58:40Z" })],
    title: "shop/cart was evicted at 10:00:10 for memory; the policy agrees, 1m30s earlier",
    says: "agrees, 1m30s earlier",
  },
  {
    rows: [row("agrees"), row("agrees", { decided: "2026-01-15T10:00:13Z" })],
    title: "2 pods were evicted for memory; the policy agrees with both",
    says: "agrees, 3s later",
  },
  {
    rows: [row("agrees"), row("policyOnly", { pod: "shop/web", fate: "It keeps running." })],
    title: "shop/cart was evicted at 10:00:10 for memory; the policy agrees",
    says: "policy only, 10:00:10: it keeps running",
  },
  {
    rows: [row("unknown", { resource: "" }), row("agrees")],
    title: "2 pods were evicted; the policy agrees with 1",
    says: "not compared: the capture has no numbers of that moment",
  },
])("says $title", ({ rows, facts, title, says }) => {
  const tally = { ...new ReportRecorder(1).record.tally, firstTime: "2026-01-15T10:00:00Z" };
  const record = { ...new ReportRecorder(1).record, tally };
  const answer = replayAnswer(factsOf(rows, { record, ...facts }));
  expect(answer).toMatchObject({ title, mark: "bad" });
  if (says !== undefined) expect(JSON.stringify(answer.lead)).toContain(says);
});

it("lists what is recorded before what the policy alone decides, where not all rows fit", () => {
  const recorded = Array.from({ length: 7 }, (_, at) => row("agrees", { pod: `shop/cart-${at}` }));
  const alone = ["web", "batch"].map((pod) =>
    row("policyOnly", { pod, fate: "No later record contains it." }),
  );
  const [table] = replayAnswer(factsOf([...alone, ...recorded])).lead.filter(
    ({ is }) => is === "table",
  );
  expect(table).toMatchObject({
    rows: { length: 7 },
    notes: [["", "policy only: 2, such as web at 10:00:10; no later record contains it"]],
  });
});

it("does not say that a capture without its end has no eviction", () => {
  const { title, mark } = replayAnswer(factsOf([], { cut: "Line 63 is truncated." }));
  expect(title).toBe("No eviction is recorded in the part of node.ndjson that can be read");
  expect(mark).toBe("unknown");
});
