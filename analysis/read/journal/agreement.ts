/** Compares the policy's decision on the numbers of a pass with the kubelet's in the log. */
import { type Decision, SIGNALS } from "../../engine/decision.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { podText } from "../../text/podText.ts";
import { RESOURCES } from "../messages/resources.ts";
import { isCut, type LoggedPass } from "./pass.ts";

/** What was compared with what; each is left out where the log cannot know it. */
export interface Comparable {
  /** Thresholds are known: the log names some, or the configuration is given. */
  readonly thresholds: boolean;
  /** The configuration has the transition period, so that conditions last as long. */
  readonly conditions: boolean;
  /** What came before the log may explain a difference, or a minimum reclaim that it leaves out. */
  readonly isExcused: boolean;
}

export interface Agreement {
  /** Null where the log lacks what it takes to compare. */
  readonly agrees: boolean | null;
  /** One sentence each; empty where they agree. */
  readonly differences: readonly string[];
}

/** A difference, and whether what came before the log can be why. */
interface Difference {
  readonly sentence: string;
  readonly mayBeOfBefore: boolean;
}

/** `decision` has the thresholds' arithmetic (detail 1); null where nothing was observed. */
export function agreementOf(
  pass: LoggedPass,
  decision: Decision | null,
  { thresholds, conditions, isExcused }: Comparable,
): Agreement {
  // A step that failed looked at nothing: the log leaves out what it would have looked at.
  const isBlind = decision?.failed !== undefined || pass.observations.size === 0;
  if (decision === null || isBlind || !thresholds) return { agrees: null, differences: [] };
  const isPartial = isLocalLimit(pass) || isCut(pass);
  const found: readonly Difference[] = [
    ...metDifferences(pass, decision).map(certain),
    ...(conditions ? conditionDifferences(pass, decision) : []),
    ...(isPartial ? [] : actionDifferences(pass, decision)),
  ];
  const differences = found.map(({ sentence }) => sentence);
  if (found.length === 0) return { agrees: isPartial ? null : true, differences };
  const isOfBefore = isExcused && found.every(({ mayBeOfBefore }) => mayBeOfBefore);
  return { agrees: isOfBefore ? null : false, differences };
}

function certain(sentence: string): Difference {
  return { sentence, mayBeOfBefore: false };
}

/** Pods went for limits of their own, on numbers that no log has. Spec 3.8. */
function isLocalLimit({ reclaiming, evicted }: LoggedPass): boolean {
  return reclaiming === null && evicted.length > 0;
}

/** Thresholds of containerfs mirror others, and the kubelet adds them a pass later. Spec 1.6.6. */
const MIRRORED = /^containerfs\./;

function metDifferences({ met }: LoggedPass, { thresholds = [] }: Decision): string[] {
  const logged = new Map(met.map(({ signal, quantity }) => [signal, quantity]));
  const decided = new Set<string>(
    thresholds.filter((each) => each.met).map(({ signal }) => signal),
  );
  const differing = (signals: Iterable<string>, others: { has(signal: string): boolean }) =>
    [...signals].filter((signal) => !others.has(signal) && !MIRRORED.test(signal));
  return [
    ...differing(logged.keys(), decided).map(
      (signal) =>
        `The log has ${signal} below its threshold of ${logged.get(signal)}; ` +
        (isSignal(signal) ? "under this policy it is not." : "this policy has no such signal."),
    ),
    ...differing(decided, logged).map(
      (signal) => `Under this policy ${signal} is below its threshold; in the log it is not.`,
    ),
  ];
}

function isSignal(name: string): boolean {
  return SIGNALS.some((each) => each === name);
}

/** A condition that was set before the log begins lasts for the transition period. */
function conditionDifferences(pass: LoggedPass, { nodeConditions }: Decision): Difference[] {
  const [logged, decided] = [[...pass.conditions].sort(), [...nodeConditions].sort()];
  if (logged.join() === decided.join()) return [];
  const sentence = `The log has the conditions ${named(logged)}; the policy has ${named(decided)}.`;
  return [{ sentence, mayBeOfBefore: decided.every((each) => logged.includes(each)) }];
}

/** Grace periods may have begun before the log, and thresholds be held from then. */
function actionDifferences(pass: LoggedPass, decision: Decision): Difference[] {
  const { resource, signal } = decision;
  const { reclaiming } = pass;
  if (reclaiming === null || signal === undefined) {
    if (reclaiming === null && signal === undefined) return [];
    const [kubelet, policy] = [reclaiming ?? "nothing", resource ?? "nothing"];
    const sentence = `The kubelet reclaims ${kubelet}; the policy reclaims ${policy}.`;
    return [{ sentence, mayBeOfBefore: signal === undefined }];
  }
  const possible = [signal, ...decision.alternatives.map((other) => other.signal)];
  if (!possible.some((each) => resourcesOf(each).includes(reclaiming))) {
    return [certain(`The kubelet reclaims ${reclaiming}; the policy reclaims ${resource}.`)];
  }
  // Another threshold may be taken instead, and the policy reports only one.
  if (!resourcesOf(signal).includes(reclaiming)) return [];
  return [...reclaimDifferences(pass, decision), ...evictionDifferences(pass, decision)].map(
    certain,
  );
}

/** A signal's resources in every release. */
function resourcesOf(signal: string): readonly string[] {
  const own = RESOURCES.filter(({ signals }) => signals.some((each) => each.signal === signal));
  return own.map(({ name }) => name);
}

function reclaimDifferences(pass: LoggedPass, { reclaimSufficient }: Decision): string[] {
  const sufficed = pass.ending === "reduced";
  if (reclaimSufficient === undefined || reclaimSufficient === sufficed) return [];
  // Without the numbers after it, reclaim is taken to have freed nothing.
  if (pass.afterReclaim.size === 0) return [];
  return [
    sufficed
      ? "For the kubelet, node-level reclaim was sufficient; for the policy, it is not."
      : "For the policy, node-level reclaim is sufficient; for the kubelet, it was not.",
  ];
}

function evictionDifferences(
  pass: LoggedPass,
  { evictions, reclaimSufficient }: Decision,
): string[] {
  if (pass.ending === "reduced" || reclaimSufficient === true) return [];
  const [logged, decided] = [pass.evicted, evictions].map((pods) => pods.map(podText).sort());
  if (logged?.join() === decided?.join()) return [];
  return [`The kubelet evicts ${named(logged ?? [])}; the policy evicts ${named(decided ?? [])}.`];
}

function named(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

/** A pass, what the policy decides on its numbers, and whether both say the same. */
export interface JournalStep {
  readonly pass: LoggedPass;
  readonly engine: EvictionEngine;
  /** The decision with the thresholds' arithmetic; null if the log has no numbers. */
  readonly decision: Decision | null;
  readonly agreement: Agreement;
}

/** Where the thresholds are from. */
export type Basis = "given" | "log";
