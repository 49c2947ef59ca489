/**
 * PostFilter of DefaultPreemption: for a pod that fits nowhere, the node where the least has to
 * go. Spec: the sources of Kubernetes, pkg/scheduler/framework/preemption.
 */

import { requestsAt } from "../../../filters/nodeRequests.ts";
import { insufficiencyAt, isUnresolvable } from "../../../filters/resourcesFit.ts";
import { findNode, nodeAt } from "../../../objects/model/node.ts";
import { Pod, PodFlag, podAt, podHas } from "../../../objects/model/pod.ts";
import { NO_ROW } from "../../../objects/model/table.ts";
import { decision } from "../../model/decision.ts";
import { nominate, withdrawLower, withdrawNomination } from "../../model/nominations.ts";
import { Plugin } from "../../model/plugin.ts";
import { preemptsNever, priorityOf } from "../../model/priority.ts";
import { Profile, preempts } from "../../model/profile.ts";
import { behavesAs } from "../../model/release.ts";
import { Behavior } from "../../model/releaseTable.ts";
import { namedAt, nodeCount, nodeRow, positionOf, refusalAt } from "../../model/snapshot.ts";
import { AffinityRefusal, affinityRefusal } from "../../topology/affinity.ts";
import { SpreadRefusal, spreadRefusal } from "../../topology/spread.ts";
import { beginReasons, endReasons } from "../filter.ts";
import { liftPod } from "../moves.ts";
import { insufficientOn, Template } from "../template.ts";
import {
  addCandidate,
  bestCandidate,
  Candidate,
  candidateAt,
  candidateCount,
  clearCandidates,
  trialList,
  victimOf,
} from "./candidates.ts";
import { endTrial, startTrials, Trial, tryNode, victimCount } from "./victims.ts";

/** The result of preemption. */
export enum Preemption {
  /** It was not asked: the pod fits somewhere, or the profile does without it. */
  None = 0,
  /** The pod's preemptionPolicy is Never. */
  Never,
  /** Pods that were preempted for it are still ending on its nominated node. */
  Waiting,
  /** It helps on no node. */
  Helpless,
  /** Pods go, and the pod is nominated to their node. */
  Nominated,
}

/** Tries preemption for the pod of the decision, which every node refuses. */
export function preempt(pod: Pod, template: Template, profile: Profile): void {
  clearCandidates();
  if (preempts) decision.preemption = outcome(pod, template, profile);
}

function outcome(pod: Pod, template: Template, profile: Profile): Preemption {
  if (preemptsNever(pod)) return Preemption.Never;
  if (isWaiting(pod, template, profile)) return Preemption.Waiting;
  findCandidates(template, profile);
  if (candidateCount == 0) return Preemption.Helpless;
  decision.candidate = bestCandidate();
  return Preemption.Nominated;
}

/** Whether pods on the nominated node end for this pod already, which it would wait for. */
function isWaiting(pod: Pod, template: Template, profile: Profile): bool {
  const node = pod.nominatedNodeName == 0 ? NO_ROW : findNode(pod.nominatedNodeName);
  if (node == NO_ROW) return false;
  if (!wasTried(positionOf(node)) || !isResolvable(pod, template, profile, positionOf(node))) {
    return false;
  }
  const priority = priorityOf(pod);
  for (let link = requestsAt(node).first; link != 0; link = podAt(link - 1).next) {
    const other = podAt(link - 1);
    if (priorityOf(other) >= priority || !podHas(other, PodFlag.Deleting)) continue;
    if (podHas(other, PodFlag.Preempted)) return true;
  }
  return false;
}

/** Whether a filter refused a node in this cycle, in which none passed. */
function wasTried(position: u32): bool {
  if (decision.conflicts) return false;
  if (decision.named == 0 || position + 1 == decision.nominated) return true;
  for (let index: u32 = 0; index < decision.namedCount; index++) {
    if (namedAt(index) == position) return true;
  }
  return false;
}

/** Whether it may help on a node that others go from it. */
function isResolvable(pod: Pod, template: Template, profile: Profile, position: u32): bool {
  const plugin = refusalAt(position) - 1;
  if (plugin == Plugin.NodePorts) return true;
  if (plugin == Plugin.NodeResourcesFit) return !exceedsNode(template, position);
  if (plugin != Plugin.PodTopologySpread && plugin != Plugin.InterPodAffinity) return false;
  beginReasons(pod, decision.pod, template, profile, position);
  const isSpread = plugin == Plugin.PodTopologySpread;
  const resolvable = isSpread
    ? spreadRefusal(position) != SpreadRefusal.MissingLabel
    : affinityRefusal(position) != AffinityRefusal.Affinity;
  endReasons(pod, decision.pod, profile, position);
  return resolvable;
}

/** Whether the pod asks for more than the node has, which releases since 1.34 take for final. */
function exceedsNode(template: Template, position: u32): bool {
  if (!behavesAs(Behavior.UnresolvableRequests)) return false;
  const count = insufficientOn(template, nodeRow(position));
  for (let index: u32 = 0; index < count; index++) {
    if (isUnresolvable(insufficiencyAt(index))) return true;
  }
  return false;
}

/**
 * Tries the nodes one after another, until enough were found. The scheduler begins at a random one;
 * here it is the first, which makes a difference only where there are more than are tried.
 */
function findCandidates(template: Template, profile: Profile): void {
  const pod = podAt(decision.pod);
  let potential: u32 = 0;
  for (let position: u32 = 0; position < nodeCount; position++) {
    if (mayHelp(pod, template, profile, position)) potential++;
  }
  const wanted = wantedOf(profile, potential);
  let violating: u32 = 0;
  startTrials(decision.pod, template, profile, trialList);
  for (let position: u32 = 0; position < nodeCount; position++) {
    if (!mayHelp(pod, template, profile, position)) continue;
    const candidate = tryCandidate(position);
    if (candidate == 0) continue;
    if (candidateAt(candidate - 1).violations != 0) violating++;
    if (candidateCount > violating && candidateCount >= wanted) return;
  }
}

/** Whether preemption is tried on a node; the last answer for each is that of the walk. */
export function mayHelp(pod: Pod, template: Template, profile: Profile, position: u32): bool {
  return wasTried(position) && isResolvable(pod, template, profile, position);
}

function wantedOf(profile: Profile, potential: u32): u32 {
  const share = (u64(potential) * u64(profile.minCandidateNodesPercentage)) / 100;
  return min(max(u32(share), u32(profile.minCandidateNodesAbsolute)), potential);
}

/** The index of a candidate, plus 1; 0 when preemption does not help on the node. */
function tryCandidate(position: u32): u32 {
  const trial = tryNode(position);
  if (trial == Trial.Fits && victimCount() != 0) addCandidate(position, victimCount());
  const found = trial == Trial.Fits && victimCount() != 0;
  endTrial();
  return found ? candidateCount : 0;
}

/** The node that the pod is nominated to, with who goes from it. */
export function chosenCandidate(): Candidate {
  return candidateAt(decision.candidate);
}

/** Lets the decision's preemption come true: its victims are gone, the pod waits for their node. */
export function settlePreemption(): void {
  const pod = podAt(decision.pod);
  // A pod that cannot be helped loses its nomination; one that waits keeps it.
  if (decision.preemption < Preemption.Helpless) return;
  withdrawNomination(decision.pod);
  pod.nominatedNodeName = 0;
  if (decision.preemption != Preemption.Nominated) return;
  const candidate = chosenCandidate();
  for (let index: u32 = 0; index < candidate.victimCount; index++) {
    const victim = victimOf(candidate, index);
    if (!isSpared(podAt(victim))) leave(victim, candidate.position);
  }
  withdrawLower(candidate.position, priorityOf(pod));
  pod.nominatedNodeName = nodeAt(nodeRow(candidate.position)).name;
  nominate(decision.pod);
}

/** Whether a victim is left to end by itself: it is being deleted already. */
export function isSpared(pod: Pod): bool {
  return behavesAs(Behavior.SparesDeleting) && podHas(pod, PodFlag.Deleting);
}

/** A victim goes; the last pod of the node takes its place, as in the scheduler's cache. */
function leave(row: u32, position: u32): void {
  const pod = podAt(row);
  const place = pod.place;
  liftPod(row, position);
  pod.flags |= PodFlag.Terminated;
  const requests = requestsAt(nodeRow(position));
  for (let link = requests.first; link != 0; link = podAt(link - 1).next) {
    const other = podAt(link - 1);
    if (other.place == u32(requests.podCount)) other.place = place;
  }
}
