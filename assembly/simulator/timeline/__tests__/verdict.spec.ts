/** What is concluded from the states of a cluster, and when. */
import { addEvent, EventKind } from "../../model/eventLog.ts";
import { kubeletAt } from "../../model/kubelet.ts";
import { lifecycleAt } from "../../model/podLifecycle.ts";
import { SECOND } from "../../model/time.ts";
import { clock } from "../../model/timers.ts";
import {
  conclude,
  goOn,
  lookForCycle,
  markCascade,
  markEviction,
  outcome,
  payForFingerprints,
  search,
  Verdict,
} from "../verdict.ts";
import { giveCluster, layOut } from "./cluster.ts";

/** A pod is evicted, with two events, and the cluster is in the same state as before. */
function evictAt(now: i64): void {
  layOut(now);
  addEvent(EventKind.Evicted);
  addEvent(EventKind.Created);
  markEviction();
  expect(lookForCycle()).toBe(true);
}

describe("a cluster that returns to its state after an eviction", () => {
  it("thrashes, from the first of the two moments on", () => {
    giveCluster();
    evictAt(100 * SECOND);
    expect(outcome.verdict).toBe(Verdict.None);
    evictAt(160 * SECOND);
    expect(outcome.verdict).toBe(Verdict.Thrashes);
    expect(outcome.at).toBe(100 * SECOND);
    expect(outcome.period).toBe(60 * SECOND);
    expect(outcome.evictions).toBe(2);
    expect(outcome.cycleEvictions).toBe(1);
    // The third and the fourth event of four.
    expect(outcome.cycleFirst).toBe(2);
    expect(outcome.cycleLast).toBe(3);
    expect(outcome.isApartFromPhases).toBe(false);
  });

  it("does not thrash while anything differs", () => {
    giveCluster();
    evictAt(100 * SECOND);
    lifecycleAt(0).restarts = 1;
    evictAt(160 * SECOND);
    expect(outcome.verdict).toBe(Verdict.None);
  });

  it("thrashes apart from phases when only these differ", () => {
    giveCluster();
    evictAt(100 * SECOND);
    layOut(160 * SECOND);
    kubeletAt(0).heartbeat -= SECOND;
    markEviction();
    expect(lookForCycle()).toBe(true);
    expect(outcome.verdict).toBe(Verdict.Thrashes);
    expect(outcome.isApartFromPhases).toBe(true);
  });

  it("is not looked at where no pod was evicted", () => {
    giveCluster();
    evictAt(100 * SECOND);
    layOut(160 * SECOND);
    expect(lookForCycle()).toBe(true);
    expect(outcome.verdict).toBe(Verdict.None);
  });

  it("is looked at less often when there were many fingerprints, and what happens pays", () => {
    giveCluster();
    // As after so many rows that the first 2^24 of them are used up.
    search.balance = -0x1000000;
    evictAt(100 * SECOND);
    evictAt(160 * SECOND);
    expect(outcome.verdict).toBe(Verdict.None);
    payForFingerprints();
    payForFingerprints();
    evictAt(220 * SECOND);
    evictAt(280 * SECOND);
    expect(outcome.verdict).toBe(Verdict.Thrashes);
    expect(outcome.at).toBe(220 * SECOND);
  });
});

describe("when the time is up, or nothing is due any more", () => {
  it("a cluster has settled with its last event, or is undecided", () => {
    giveCluster();
    clock.now = 100 * SECOND;
    conclude(true, 40 * SECOND);
    expect(outcome.verdict).toBe(Verdict.Settles);
    expect(outcome.at).toBe(40 * SECOND);
    giveCluster();
    clock.now = 100 * SECOND;
    conclude(false, 40 * SECOND);
    expect(outcome.verdict).toBe(Verdict.Undecided);
    expect(outcome.at).toBe(100 * SECOND);
  });

  it("one that cascaded has cascaded, at the first time", () => {
    giveCluster();
    clock.now = 30 * SECOND;
    markCascade();
    clock.now = 60 * SECOND;
    markCascade();
    conclude(true, 60 * SECOND);
    expect(outcome.verdict).toBe(Verdict.Cascades);
    expect(outcome.at).toBe(30 * SECOND);
  });

  it("a verdict for lack of time is open again when there is more time", () => {
    giveCluster();
    conclude(false, 0);
    goOn();
    expect(outcome.verdict).toBe(Verdict.None);
    conclude(true, 0);
    goOn();
    expect(outcome.verdict).toBe(Verdict.Settles);
  });
});
