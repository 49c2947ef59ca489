/** Two states with one fingerprint have the same future: what is in it, and what is not. */
import { nodeAt } from "../../../objects/model/node.ts";
import { podAt } from "../../../objects/model/pod.ts";
import { internLiteral } from "../../../objects/model/text.ts";
import { takeCall } from "../../model/client.ts";
import { noteFailure } from "../../model/daemonBackoff.ts";
import { addEnded } from "../../model/ended.ts";
import { addFailedReplica } from "../../model/failedReplica.ts";
import { kubeletAt } from "../../model/kubelet.ts";
import { OwnerKind, ownerAt } from "../../model/owner.ts";
import { lifecycleAt, Stage } from "../../model/podLifecycle.ts";
import { joinNode, leaveNode } from "../../model/residents.ts";
import { settings } from "../../model/settings.ts";
import { SECOND } from "../../model/time.ts";
import { addTimer, clock, Timer } from "../../model/timers.ts";
import { takeFingerprint } from "../fingerprint.ts";
import { notePhaseUse } from "../lanes.ts";
import { giveCluster, layOut, WAITING } from "./cluster.ts";

const HOUR: i64 = 3600 * SECOND;

/** Changes by their names in the tables below; false for another one. */
function changePod(what: string): bool {
  const first = lifecycleAt(0);
  if (what == "a pod ends") first.stage = Stage.Terminating;
  else if (what == "a pod has another spec") podAt(0).spec = 1;
  else if (what == "a pod has other labels") podAt(0).labels = 8;
  else if (what == "a pod is deleted later") first.deletedAt = clock.now + 9 * SECOND;
  else if (what == "a pod has an end") first.endsAt = clock.now + SECOND;
  else if (what == "a pod was restarted") first.restarts = 1;
  else if (what == "a pod was restarted twice") first.restarts = 2;
  else if (what == "a start is not reported") first.isStartUnreported = 1;
  else if (what == "a pod is not ready") first.isUnready = 1;
  else if (what == "the pods change places") place(1, 0);
  else if (what == "a second pod came to the node first") place(0, 0);
  else if (what == "the pods have other names") {
    podAt(0).name = internLiteral("cart-8");
    podAt(0).uid = internLiteral("8");
  } else return false;
  return true;
}

/** Puts the pods that run on nodes, the second one before the first. */
function place(first: u32, second: u32): void {
  leaveNode(0);
  leaveNode(1);
  joinNode(1, second);
  joinNode(0, first);
}

function changeWaitingPod(what: string): bool {
  const waiting = lifecycleAt(WAITING);
  if (what == "a pod is nominated") podAt(WAITING).nominatedNodeName = nodeAt(0).name;
  else if (what == "a pod was tried again") waiting.attempts = 1;
  else if (what == "a pod was tried more than six times") waiting.attempts = 7;
  else if (what == "a pod was tried even more often") waiting.attempts = 70;
  else if (what == "a pod was tried earlier") waiting.triedAt -= SECOND;
  else if (what == "a pod waits for hours") waiting.triedAt -= HOUR;
  else if (what == "a pod waits for more hours") waiting.triedAt -= 9 * HOUR;
  else if (what == "a pod was refused") waiting.refusedBy = 2;
  else if (what == "a pod is queued") waiting.isWaiting = 1;
  else if (what == "a pod's message is another one") waiting.message = 8;
  else return false;
  return true;
}

function changeNode(what: string): bool {
  const kubelet = kubeletAt(0);
  if (what == "a node is cordoned") nodeAt(0).flags = 1;
  else if (what == "a node has other taints") nodeAt(0).taints = 8;
  else if (what == "a node has a condition") kubelet.conditions = 1;
  else if (what == "a condition is published") kubelet.published = 1;
  else if (what == "a node is not connected") kubelet.isDisconnected = 1;
  else if (what == "a kubelet is busy") kubelet.busyUntil = clock.now + SECOND;
  else return false;
  return true;
}

function changeOwner(what: string): bool {
  const owner = ownerAt(0);
  if (what == "an owner wants more pods") owner.replicas = 4;
  else if (what == "an owner has another kind") owner.kind = OwnerKind.DaemonSet;
  else if (what == "a client has made a call") takeCall(OwnerKind.Replicas);
  else if (what == "a daemon failed") noteFailure(0, 1, podAt(0).name);
  else if (what == "a replica failed") addFailedReplica(0, podAt(0).name, 1);
  else if (what == "two replicas failed") failReplicas(0, 1);
  else if (what == "two replicas failed the other way around") failReplicas(1, 0);
  else if (what == "a pod has ended beyond the threshold") addEnded();
  else return false;
  return true;
}

function failReplicas(one: u32, other: u32): void {
  addFailedReplica(0, podAt(one).name, 1);
  addFailedReplica(0, podAt(other).name, 1);
}

function changeTimers(what: string): bool {
  const version = lifecycleAt(0).version;
  const soon = clock.now + SECOND;
  if (what == "something is due") addTimer(soon, Timer.PodStarts, 0, version);
  else if (what == "something is due of a pod that changed") {
    addTimer(soon, Timer.PodStarts, 0, version + 1);
  } else return false;
  return true;
}

function change(what: string): void {
  if (what == "nothing" || changePod(what) || changeWaitingPod(what)) return;
  const isKnown = changeNode(what) || changeOwner(what) || changeTimers(what);
  expect(isKnown).toBe(true, what);
}

/** Two lanes as a text, after changes at a moment. */
function lanes(whats: string[], now: i64, isSteady: bool): string {
  giveCluster();
  // The collector has something to do once one pod has ended.
  settings.terminatedPodThreshold = 0;
  layOut(now);
  for (let index = 0; index < whats.length; index++) change(whats[index]);
  const taken = takeFingerprint();
  return isSteady ? `${taken.steadyLow} ${taken.steadyHigh}` : `${taken.low} ${taken.high}`;
}

function expectAlike(one: string, other: string): void {
  expect(lanes([one], HOUR, false)).toBe(lanes([other], HOUR, false), `${one}, ${other}`);
}

const COUNTS: string[] = [
  "a pod ends",
  "a pod has another spec",
  "a pod has other labels",
  "a pod is nominated",
  "a pod was tried again",
  "a pod was tried earlier",
  "a pod was refused",
  "a pod is queued",
  "a pod's message is another one",
  "a pod is deleted later",
  "a pod has an end",
  "a pod was restarted",
  "a start is not reported",
  "a pod is not ready",
  "the pods change places",
  "a second pod came to the node first",
  "a node is cordoned",
  "a node has other taints",
  "a node has a condition",
  "a condition is published",
  "a node is not connected",
  "a kubelet is busy",
  "an owner wants more pods",
  "an owner has another kind",
  "a client has made a call",
  "a daemon failed",
  "a replica failed",
  "a pod has ended beyond the threshold",
  "something is due",
];

describe("a fingerprint", () => {
  it("is the same at another moment, when everything is as long ago", () => {
    expect(lanes(["nothing"], HOUR, false)).toBe(lanes(["nothing"], 5 * HOUR, false));
    expect(lanes(["a pod was refused"], HOUR, false)).toBe(
      lanes(["a pod was refused"], 5 * HOUR, false),
    );
  });

  it("is another one for everything that what follows depends on", () => {
    const seen: string[] = [lanes(["nothing"], HOUR, false)];
    for (let index = 0; index < COUNTS.length; index++) {
      const taken = lanes([COUNTS[index]], HOUR, false);
      expect(seen.includes(taken)).toBe(false, COUNTS[index]);
      seen.push(taken);
    }
  });

  it("does not depend on names, on timers that are outdated, or on the order of a table", () => {
    expectAlike("the pods have other names", "nothing");
    expectAlike("something is due of a pod that changed", "nothing");
    expectAlike("two replicas failed", "two replicas failed the other way around");
  });

  it("does not depend on what stays the same beyond some point", () => {
    expectAlike("a pod was tried more than six times", "a pod was tried even more often");
    expectAlike("a pod waits for hours", "a pod waits for more hours");
    expectAlike("a pod was restarted", "a pod was restarted twice");
  });
});

describe("a fingerprint without rhythms", () => {
  it("leaves out the phases of steps and heartbeats", () => {
    const before = lanes(["nothing"], HOUR, true);
    giveCluster();
    layOut(HOUR);
    kubeletAt(0).heartbeat -= SECOND;
    kubeletAt(0).lastStep -= SECOND;
    const taken = takeFingerprint();
    expect(`${taken.steadyLow} ${taken.steadyHigh}`).toBe(before);
    expect(`${taken.low} ${taken.high}`).not.toBe(lanes(["nothing"], HOUR, false));
  });

  it("is another one once a phase has mattered", () => {
    giveCluster();
    layOut(HOUR);
    const before = takeFingerprint().steadyLow;
    notePhaseUse();
    expect(takeFingerprint().steadyLow).not.toBe(before);
  });
});
