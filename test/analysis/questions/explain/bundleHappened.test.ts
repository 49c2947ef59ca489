import { describe, expect, it } from "vitest";
import {
  bundleEvents,
  bundleHappened,
} from "../../../../analysis/questions/explain/bundleHappened.ts";
import type { Happened } from "../../../../analysis/questions/replay/happened.ts";
import { readMessage } from "../../../../analysis/read/messages/message.ts";
import type { ReportedMessage } from "../../../../analysis/read/messages/reportedMessage.ts";

const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. ";
const DAY = "2026-01-15T";

/** `cart 10:00:01`, and `cart` for a status without a time. */
function reported(text: string, more: Partial<ReportedMessage> = {}): ReportedMessage {
  const [name = "", clock] = text.split(" ");
  const about = { namespace: "shop", name, node: "worker-3", uid: null, count: 1 };
  const time = clock === undefined ? null : `${DAY}${clock}Z`;
  return {
    ...{ ...about, time, isStatus: clock === undefined, reasons: [] },
    ...{ message: readMessage(MESSAGE), said: MESSAGE, ...more },
  };
}

/** `cart 10:00:00`, and the policy evicts the same pod, or `=other` another one. */
function logged(...lines: readonly string[]): Happened {
  const happened = lines.map((line) => {
    const [name = "", clock, other] = line.split(/[ =]/);
    const row = { time: `${DAY}${clock}.000000000Z`, namespace: "shop", name, message: "" };
    const policy =
      other === undefined
        ? { policy: "agrees" as const }
        : { policy: "other" as const, other: { namespace: "shop", name: other } };
    return { ...row, reason: "Evicted", source: "log" as const, ...policy };
  });
  return { happened, policyOnly: [] };
}

const briefly = ({ happened }: Happened) =>
  happened.map(({ time, name, source, policy }) => {
    return `${name} ${time?.slice(DAY.length, DAY.length + 8) ?? "-"} ${source} ${policy}`;
  });

const asked = (messages: readonly ReportedMessage[], log: Happened, moment: object | null = null) =>
  bundleHappened(messages, { logged: log, moment: moment as never });

describe("evictions that a bundle records", () => {
  it.each([
    ["at one moment are one", ["cart 10:00:01"], ["cart 10:00:00"], ["cart 10:00:01 event agrees"]],
    [
      "of a pod that was made again are two, each with its own decision",
      ["cart 10:00:01"],
      ["cart 05:00:10", "cart 10:00:00=web"],
      ["cart 05:00:10 log agrees", "cart 10:00:01 event other"],
    ],
    [
      "hours apart are two, whatever zone the log may have",
      ["cart 01:00:00"],
      ["cart 10:00:10"],
      ["cart 01:00:00 event unknown", "cart 10:00:10 log agrees"],
    ],
    [
      "of a log in another zone are found where several show it",
      ["cart 10:00:11", "cart 15:00:01"],
      ["cart 15:00:10", "cart 20:00:00=web"],
      ["cart 10:00:11 event agrees", "cart 15:00:01 event other"],
    ],
    [
      "of a status without a time have that of the log's only one",
      ["cart"],
      ["cart 10:00:00"],
      ["cart 10:00:00 podStatus agrees"],
    ],
    [
      "of a status without a time stay unknown among several",
      ["cart"],
      ["cart 05:00:10", "cart 10:00:00=web"],
      ["cart 05:00:10 log agrees", "cart 10:00:00 log other", "cart - podStatus unknown"],
    ],
  ])("%s", (_, records, lines, rows) => {
    expect(
      briefly(
        asked(
          records.map((each) => reported(each)),
          logged(...lines),
        ),
      ),
    ).toEqual(rows);
  });

  it("say that the log is in another zone", () => {
    const records = [reported("cart 10:00:11"), reported("web 15:00:01")];
    const { notes } = asked(records, logged("cart 15:30:10", "web 20:30:00"));
    expect(notes).toEqual([
      "The log's times are 5h30m ahead of UTC, judging by the events; they are shown in UTC.",
    ]);
  });

  it("confirm a decision whose outcome the log lacks", () => {
    const time = `${DAY}10:12:10.000000000Z`;
    const log = { happened: [], policyOnly: [{ time, namespace: "shop", name: "cart" }] };
    const answer = asked([reported("cart 10:12:11")], log);
    expect(briefly(answer)).toEqual(["cart 10:12:11 event agrees"]);
    expect(answer.policyOnly).toEqual([]);
  });

  it.each([
    ["of the same second confirm the Summary's", "cart 10:12:20", "1", 0],
    ["before it do not", "cart 10:12:15", "1", 1],
    ["of another pod of that name do not", "cart", "2", 1],
  ])("%s decision", (_, record, uid, count) => {
    const eviction = { namespace: "shop", name: "cart", uid: "1" };
    const moment = { time: `${DAY}10:12:20.4Z`, evictions: [eviction] };
    const { policyOnly } = asked([reported(record, { uid })], logged(), moment);
    expect(policyOnly).toHaveLength(count);
  });

  it.each([
    ["nothing", [], /Nothing in the bundle records it\.$/],
    [
      "another time of a log that may be in another zone",
      ["cart 05:12:15"],
      /records an eviction of it at 2026-01-15 05:12:15 UTC, if the log's times are in UTC\.$/,
    ],
  ])("say of a decision that only the policy makes what is recorded: %s", (_, lines, sentence) => {
    const eviction = { namespace: "shop", name: "cart", uid: "1" };
    const moment = { time: `${DAY}10:12:20.4Z`, evictions: [eviction] } as never;
    const log = logged(...lines);
    const events = bundleEvents(asked([], log, moment), { logged: log, moment });
    expect(events.at(-1)?.sentence).toMatch(sentence);
  });

  it("are compared in time that grows with their number", () => {
    const clock = (at: number) => new Date(at * 10_000).toISOString().slice(11, 19);
    const names = Array.from({ length: 3000 }, (_, at) => `cart ${clock(at)}`);
    const rows = briefly(
      asked(
        names.map((each) => reported(each)),
        logged(...names),
      ),
    );
    expect(rows).toHaveLength(3000);
    expect(rows.every((row) => row.endsWith("event agrees"))).toBe(true);
  });
});
