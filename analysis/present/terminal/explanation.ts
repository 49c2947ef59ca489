import type { AlternativePod, Decision, Eviction } from "../../engine/decision.ts";
import type { NodeAdmission } from "../../questions/admit/nodeAdmission.ts";
import type { OomView } from "../../questions/oom/nodeOom.ts";
import { oomSentences } from "../../questions/oom/oomWords.ts";
import { terminationSentences } from "../../questions/oom/terminationWords.ts";
import { asLogged } from "../../read/journal/logged.ts";
import type { MemoryReport } from "../../read/memory/use.ts";
import { alternativeSentence } from "../../text/alternativeWords.ts";
import { formatSeconds } from "../../text/amount.ts";
import { findsNobody } from "../../text/outcome.ts";
import { podText, podTexts } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { admissionSection } from "./admissionSection.ts";
import { allocatable, arithmetic } from "./arithmetic.ts";
import { memory } from "./memory.ts";
import { doubtLines } from "./opening.ts";
import { ranking } from "./ranking.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { usage } from "./usage.ts";
import { hang } from "./wrap.ts";

export interface ExplanationOptions {
  /** Shows every ranked pod. */
  readonly all: boolean;
  /** What the step's Summary says of memory; null where it lacks the numbers. */
  readonly memory?: MemoryReport | null;
  /** What the kernel's OOM killer would do at the step. */
  readonly oom?: OomView | null;
  /** What admission would do at the step, were a critical pod to come. */
  readonly admission?: NodeAdmission | null;
  /** The decision is on a capture of a kubelet's log. */
  readonly isOfLog?: boolean;
}

/** One step in full, from a decision of detail 2. */
export function explanation(whole: Decision, options: ExplanationOptions, style: Style): string[] {
  const decision = options.isOfLog === true ? asLogged(whole) : whole;
  const subject = decision.subject?.uid ?? decision.evictions[0]?.uid;
  return [
    ...head(decision, style),
    ...arithmetic(decision, style),
    ...doubtLines(decision, style),
    ...ranking(decision, options.all, style, options.isOfLog, {
      oom: options.oom?.ranking,
      admission: options.admission ?? null,
    }),
    ...usage(
      decision,
      decision.ranking?.find((pod) => pod.uid === subject),
      style,
    ),
    ...memory(options.memory ?? null, decision, style),
    ...oom(options.oom ?? null, decision, style),
    ...admissionSection(options.admission ?? null, decision, style),
    ...decision.evictions.flatMap((eviction) => notice(eviction, options.isOfLog === true, style)),
    ...section("Other outcomes the kubelet could have had", alternatives(decision, style), style),
    ...counterfactuals(decision, style),
    ...allocatable(decision.nodeAllocatable ?? [], style),
    ...section(
      "Assumed",
      sentences(decision.assumption ? [decision.assumption] : [], style),
      style,
    ),
  ];
}

function head(decision: Decision, style: Style): string[] {
  const conditions =
    decision.nodeConditions.length === 0 ? "no condition" : decision.nodeConditions.join(", ");
  const when = `${dateOf(decision.time)} ${clockOf(decision.time)} UTC, step ${decision.step}`;
  const odd = (decision.warnings ?? []).map(({ message }) => message);
  const warnings = [decision.failed, decision.crash, ...odd].flatMap((text) => text ?? []);
  return [
    style.paint.title(`${when}: ${verdict(decision)}`),
    `the node reports ${conditions}`,
    ...warnings.flatMap((text) => hang("! ", text, sectionColumns(style))),
  ];
}

function verdict(decision: Decision): string {
  if (decision.evictions.length > 0) {
    return `evicts ${podTexts(decision.evictions)}`;
  }
  if (decision.reclaimSufficient === true) return "node-level reclaim suffices, no pod is evicted";
  return findsNobody(decision) ? "no pod can be evicted" : "nothing to do";
}

/** A message goes on with the containers above their requests. */
const NOT_IN_LOG = "what follows in it, the containers and their usage: no log has the numbers";

/** What the pod's status and event will say, and how long it has. */
function notice(eviction: Eviction, isOfLog: boolean, style: Style): string[] {
  const annotations = Object.entries(eviction.annotations ?? {});
  const cause = eviction.cause === undefined ? "" : ` (${eviction.cause})`;
  const width = sectionColumns(style);
  return section(
    `Eviction message of ${podText(eviction)}`,
    [
      ...hang("message       ", eviction.message, width),
      ...(isOfLog ? hang("not known     ", NOT_IN_LOG, width) : []),
      `reason        ${eviction.reason}${cause}`,
      `grace period  ${formatSeconds(eviction.gracePeriodSeconds)}`,
      ...annotations.flatMap(([name, value]) => hang("annotation    ", `${name}: ${value}`, width)),
    ],
    style,
  );
}

/** Each with the message of a pod under it, and before them how probable the decision is. */
function alternatives(decision: Decision, style: Style): string[] {
  const own = decision.probability;
  return [
    ...(own === undefined
      ? []
      : sentences([`The decision above has a probability of ${own}.`], style)),
    ...decision.alternatives.flatMap((one) => [
      ...sentences([alternativeSentence(one)], style),
      ...one.pods.flatMap((pod) => insteadOf(pod, style)),
    ]),
  ];
}

function insteadOf(pod: AlternativePod, style: Style): string[] {
  const grace = `grace period ${formatSeconds(pod.gracePeriodSeconds)}`;
  return hang("  ", `${podText(pod)}: ${grace}, ${pod.message}`, sectionColumns(style));
}

/** Whom it has killed so far, and what it would do at a step that is about memory. */
function oom(view: OomView | null, decision: Decision, style: Style): string[] {
  if (view === null) return [];
  const { terminations = [], ranking, race } = view;
  const isForMemory = rankedResource(decision) === "memory";
  const lines = [
    ...terminationSentences(terminations),
    ...(isForMemory ? (race?.sentences ?? []) : []),
    ...(isForMemory && ranking !== null ? oomSentences(ranking) : []),
  ];
  return section("Kubelet or kernel", sentences(lines, style), style);
}

/** What would have spared the pod, or changed the step. */
export function counterfactuals(decision: Decision, style: Style): string[] {
  const known = decision.counterfactuals ?? [];
  if (known.length === 0) return [];
  const pod = decision.subject;
  const title =
    pod === undefined ? "Changes that would matter" : `Changes that spare ${podText(pod)}`;
  return section(
    title,
    sentences(
      known.map(({ sentence }) => sentence),
      style,
    ),
    style,
  );
}
