import { describe, expect, it } from "vitest";
import {
  captureAndLogDocument,
  sharedEvictions,
} from "../../../../analysis/questions/replay/captureAndLog.ts";
import type { Happened, HappenedEviction } from "../../../../analysis/questions/replay/happened.ts";
import { LoggedIncident } from "../../../../analysis/questions/replay/loggedIncident.ts";

const MESSAGE = "The node was low on resource: memory. ";

function eviction(
  name: string,
  time: string,
  policy: HappenedEviction["policy"] = "agrees",
): HappenedEviction {
  const source = "podStatus";
  const at = `2026-01-15T${time}Z`;
  return { time: at, namespace: "shop", name, reason: "Evicted", message: MESSAGE, source, policy };
}

const happened = (...all: HappenedEviction[]): Happened => ({ happened: all, policyOnly: [] });

/** What the log has next to the capture's eviction of cart at 10:00:10, and how many they are. */
const PAIRS = [
  ["of one pod, seen a measurement later", "cart", "10:00:20", 1],
  ["of one name, an hour apart", "cart", "11:00:10", 2],
  ["of two pods at one time", "web", "10:00:10", 2],
] as const;

describe("evictions in a capture and in a log", () => {
  it.each(PAIRS)("%s", (_, name, time, count) => {
    const capture = happened(eviction("cart", "10:00:10"));
    expect(sharedEvictions(capture, happened(eviction(name, time)))).toHaveLength(count);
  });

  it("are listed in order of time, with the time of the log", () => {
    const capture = happened(eviction("a", "10:00:30"), eviction("b", "10:00:05"));
    const log = happened(eviction("a", "10:00:20"), eviction("c", "10:00:40"));
    const times = sharedEvictions(capture, log).map(({ inCapture, inLog }) => {
      return `${(inLog ?? inCapture)?.name} ${(inLog ?? inCapture)?.time?.slice(11, 19)}`;
    });
    expect(times).toEqual(["b 10:00:05", "a 10:00:20", "c 10:00:40"]);
  });
});

const COMMANDS = { capture: "plimsoll explain c.gz", log: "plimsoll replay --journal k.log" };
const verdict = (capture: Happened) => {
  return captureAndLogDocument(capture, new LoggedIncident(), COMMANDS).title;
};

describe("the verdict of both", () => {
  it.each([
    ["without any eviction", [], "Neither the capture nor the log records an eviction"],
    [
      "with one that the policy also decides",
      [eviction("cart", "10:00:10")],
      "shop/cart was evicted for memory; the policy agrees",
    ],
    [
      "with one that the policy does not decide",
      [eviction("cart", "10:00:10", "none")],
      "shop/cart was evicted for memory; the policy does not evict it",
    ],
    [
      "with one of which no numbers are known",
      [eviction("cart", "10:00:10", "unknown")],
      "shop/cart was evicted for memory",
    ],
    [
      "with two of which the policy decides one",
      [eviction("cart", "10:00:10"), eviction("web", "10:00:20", "other")],
      "2 pods were evicted for memory; the policy agrees with 1",
    ],
  ])("%s", (_, evictions, title) => {
    expect(verdict(happened(...evictions))).toBe(title);
  });

  it("lists a decision that neither records", () => {
    const only = { namespace: "shop", name: "db", time: "2026-01-15T10:00:00Z" };
    const capture = { happened: [eviction("cart", "10:00:10")], policyOnly: [only] };
    const { further } = captureAndLogDocument(capture, new LoggedIncident(), COMMANDS);
    expect(JSON.stringify(further)).toContain("shop/db at 10:00:00");
  });
});
