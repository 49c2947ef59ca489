/** Changes of the kubelet's configuration on the nodes that take part. */

import type { Policy, PolicyThreshold, Signal } from "../../../engine/decision.ts";
import { isMembers } from "../../../read/json/untyped.ts";
import type { KubeletConfiguration } from "../../../read/kubelet/loaded.ts";
import { durationText } from "../../../read/kubelet/validation/goText.ts";
import { kubeletOf, withNode } from "../../../read/objects/scenario.ts";
import { amountOf, bytesText } from "../../../text/quantityText.ts";
import type { Participants } from "../participants.ts";
import {
  type Candidate,
  type ChangedDraft,
  listed,
  multiples,
  Reach,
  roundedBytes,
  type SimulateChange,
} from "./candidate.ts";
import { shortagesOf } from "./conditions.ts";
import type { Draft } from "./draft.ts";

/** What a kubelet makes of a configuration: `EvictionEngine.configure`. */
export type PolicyOf = (configuration: KubeletConfiguration | null) => Policy;

/** Lower thresholds come later; higher ones reject and reclaim earlier. */
const LOWER = [0.75, 0.5, 0.25, 0.1];
const LONGER = [2, 4, 12, 48];
/** Thresholds that the kubelet adds to those of its configuration. */
const DERIVED = new Set<string>(["containerfs", "enforceNodeAllocatable"]);
const SECOND = 1_000_000_000n;

/** The nodes that have one configuration, and what their kubelets make of it. */
interface Group {
  readonly names: readonly string[];
  readonly configuration: KubeletConfiguration;
  readonly policy: Policy;
}

export function kubeletCandidates(
  draft: Draft,
  participants: Participants,
  policyOf: PolicyOf,
): readonly Candidate[] {
  const signals = shortagesOf(participants.conditions).flatMap((shortage) => shortage.signals);
  if (signals.length === 0) return [];
  const group = groupOf(draft, participants.nodes, policyOf);
  if (group === null) return [];
  const thresholds = group.policy.thresholds.filter(
    ({ signal, origin }) => signals.includes(signal) && !DERIVED.has(origin),
  );
  return [
    ...alike(thresholds).flatMap((same) => thresholdCandidate(draft, group, same)),
    ...thresholds.flatMap((threshold) => graceCandidate(draft, group, threshold)),
    ...transitionCandidate(draft, group),
  ];
}

/** The nodes whose kubelets are configured as the first one's is. */
function groupOf(draft: Draft, names: readonly string[], policyOf: PolicyOf): Group | null {
  const [first] = names;
  if (first === undefined) return null;
  const text = (name: string) => JSON.stringify(kubeletOf(draft.scenario, name));
  const alike = names.filter((name) => text(name) === text(first));
  const configuration = kubeletOf(draft.scenario, first);
  return {
    names: alike,
    configuration: configuration ?? {},
    policy: policyOf(configuration),
  };
}

function changedOn(
  draft: Draft,
  { names, configuration }: Group,
  members: KubeletConfiguration,
  change: Omit<SimulateChange, "objects">,
): ChangedDraft {
  const kubelet = { ...configuration, ...members };
  const scenario = names.reduce((each, name) => withNode(each, name, { kubelet }), draft.scenario);
  const objects = names.map((name) => `Node ${name}`);
  return {
    change: { ...change, objects, change: `${change.change} on ${listed(names)}` },
    draft: { ...draft, scenario },
  };
}

/** A share of the capacity stays one. */
function valueForm(signal: Signal, value: string) {
  if (!value.endsWith("%") && signal.endsWith("inodesFree")) {
    return { now: amountOf(value), rounded: Math.round, text: String };
  }
  if (!value.endsWith("%")) {
    return { now: amountOf(value), rounded: roundedBytes, text: bytesText };
  }
  return {
    now: Number(value.slice(0, -1)),
    rounded: (share: number) => Math.max(1, Math.round(share)),
    text: (share: number) => `${share}%`,
  };
}

/**
 * Nodes of a scenario have one file system, so that thresholds of nodefs and of imagefs are met at
 * once where their values are the same: lowering one of them alone ends nothing.
 */
function alike(thresholds: readonly PolicyThreshold[]): readonly (readonly PolicyThreshold[])[] {
  const groups = new Map<string, PolicyThreshold[]>();
  for (const threshold of thresholds) {
    const { signal, hard, value } = threshold;
    const amount = signal.slice(signal.indexOf("."));
    const isOfDisk = signal.startsWith("nodefs") || signal.startsWith("imagefs");
    const key = `${hard} ${isOfDisk ? amount : signal} ${value}`;
    groups.set(key, [...(groups.get(key) ?? []), threshold]);
  }
  return [...groups.values()];
}

function thresholdCandidate(
  draft: Draft,
  group: Group,
  same: readonly PolicyThreshold[],
): readonly Candidate[] {
  const [threshold] = same;
  if (threshold === undefined) return [];
  const { signal, hard, value } = threshold;
  const signals = same.map((each) => each.signal);
  const { now, rounded, text } = valueForm(signal, value);
  if (now === null || !(now > 0)) return [];
  const member = hard ? "evictionHard" : "evictionSoft";
  const changed = (amount: number): ChangedDraft | null => {
    if (amount >= now) return null;
    const to = text(amount);
    const change = `Set ${member} ${listed(signals)} to ${to} (${value} now)`;
    const lower = Object.fromEntries(signals.map((each) => [each, to]));
    // A given list replaces all defaults.
    const list = { ...listOf(group.policy, hard), ...lower };
    return changedOn(
      draft,
      group,
      { [member]: list },
      {
        ...{ kind: member, change, member: signals.join(), from: value, to },
      },
    );
  };
  return [{ cost: Reach.Kubelet, now, values: multiples(now, LOWER), rounded, changed }];
}

function listOf({ thresholds }: Policy, hard: boolean): Readonly<Record<string, string>> {
  const of = thresholds.filter((each) => each.hard === hard && !DERIVED.has(each.origin));
  return Object.fromEntries(of.map(({ signal, value }) => [signal, value]));
}

function graceCandidate(
  draft: Draft,
  group: Group,
  threshold: PolicyThreshold,
): readonly Candidate[] {
  const { signal, hard, gracePeriodSeconds: now } = threshold;
  if (hard || now === 0) return [];
  const member = "evictionSoftGracePeriod";
  const changed = (seconds: number): ChangedDraft => {
    const to = secondsText(seconds);
    const from = secondsText(now);
    const given = group.configuration[member];
    const list = { ...(isMembers(given) ? given : {}), [signal]: to };
    const change = `Set ${member} ${signal} to ${to} (${from} now)`;
    return changedOn(
      draft,
      group,
      { [member]: list },
      {
        ...{ kind: member, change, member: signal, from, to },
      },
    );
  };
  const values = multiples(now, LONGER);
  return [{ cost: Reach.Kubelet, now, values, rounded: roundedSeconds, changed }];
}

function transitionCandidate(draft: Draft, group: Group): readonly Candidate[] {
  const member = "evictionPressureTransitionPeriod";
  const now = group.policy.pressureTransitionPeriodSeconds;
  const begin = now === 0 ? 30 : now;
  const changed = (seconds: number): ChangedDraft => {
    const [from, to] = [secondsText(now), secondsText(seconds)];
    const change = `Set ${member} to ${to} (${from} now)`;
    return changedOn(draft, group, { [member]: to }, { kind: member, change, from, to });
  };
  const values = multiples(begin, LONGER);
  return [{ cost: Reach.Kubelet, now: begin, values, rounded: roundedSeconds, changed }];
}

function roundedSeconds(seconds: number): number {
  return seconds < 120 ? Math.round(seconds / 10) * 10 : Math.round(seconds / 60) * 60;
}

function secondsText(seconds: number): string {
  return durationText(BigInt(Math.round(seconds)) * SECOND);
}
