/** A kubelet's eviction message, read: what it says, and what it leaves open. */
import type { NodeCondition } from "../../engine/decision.ts";
import { quantityValue } from "../kubelet/validation/quantity.ts";
import { type CompactText, compact, spaced } from "./compactText.ts";
import { CONTAINERS_SINCE, MESSAGE_FORMS, REJECTIONS, THRESHOLD_SINCE } from "./messageForms.ts";
import { type OtherEnd, otherEndOf } from "./otherEnds.ts";
import { type Minors, NEWEST_MINOR, sharedMinors } from "./releases.ts";
import {
  CONDITIONS,
  minorsOfResource,
  signalsOfConditions,
  signalsOfResource,
} from "./resources.ts";
import { type Beginning, type Sentence, type Sentences, sentencesOf } from "./sentence.ts";

export type MessageKind =
  | "node-pressure"
  | "container-limit"
  | "pod-limit"
  | "emptyDir-limit"
  | "admission"
  | "evicted"
  | "unknown";

/** A container or a pod of a message; bytes. */
export interface NamedUsage {
  readonly name: string;
  readonly usage: bigint | null;
  readonly request: bigint | null;
  readonly resource: string | null;
}

/** Amounts are bytes, inodes or processes; null where the message has none. */
export interface EvictionMessage {
  readonly kind: MessageKind;
  /** An event about the node, which evicts no pod. */
  readonly event?: "EvictionThresholdMet";
  /** The message's own name of it; null where it names none. */
  readonly resource: string | null;
  /** Every signal that may be meant, of those releases. */
  readonly signals: readonly string[];
  readonly nodeConditions?: readonly NodeCondition[];
  readonly threshold: bigint | null;
  readonly available: bigint | null;
  /** The limit of a container, a pod or an emptyDir; absent for node pressure. */
  readonly limit?: bigint | null;
  readonly containers: readonly NamedUsage[];
  /** With resources of the whole pod, since 1.34. */
  readonly pod?: NamedUsage;
  /** The name of an emptyDir; null if the kubelet does not name it. */
  readonly volume?: string | null;
  /** The releases that write it so; null for an unknown text. */
  readonly minors: Minors | null;
  /** Whether the text ends in the middle of a sentence. */
  readonly isCut: boolean;
  /** Beginnings of sentences that go on as no kubelet writes them. */
  readonly broken: readonly string[];
  /** How else the pod ended, if an unknown text states it. */
  readonly otherEnd?: OtherEnd;
}

const KINDS = {
  node: "node-pressure",
  condition: "admission",
  reclaim: "node-pressure",
  "container-limit": "container-limit",
  "pod-limit": "pod-limit",
  "emptyDir-limit": "emptyDir-limit",
} as const;
type Head = keyof typeof KINDS;

/** What cannot be a message: a kubelet's are of some hundred characters for each container. */
export const MESSAGE_LENGTH_MAX = 2 ** 20;
/** The most characters of a broken sentence that are quoted. */
const BROKEN_LENGTH_MAX = 40;

/**
 * Every message in a text, in its order. The text may hold anything else around them. Sentences
 * that stand without the one that begins a message are one of their own.
 */
export function messagesIn(text: string): readonly EvictionMessage[] {
  const compacted = compact(text.slice(0, MESSAGE_LENGTH_MAX));
  const sentences = sentencesOf(compacted);
  return groups(sentences, compacted).map((group, index, all) => {
    const end = all[index + 1]?.[0]?.start ?? compacted.text.length;
    const rest = restOf(group, end, compacted, sentences);
    return { ...messageOf(group, compacted, rest), broken: brokenIn(rest, end, compacted) };
  });
}

/** Whether a sentence that begins a message is in the text. */
export function beginsMessage(text: string): boolean {
  return sentencesOf(compact(text.slice(0, MESSAGE_LENGTH_MAX))).found.some(isHead);
}

/** Whether a text ends in the middle of a sentence of a message. */
export function endsInSentence(text: string): boolean {
  return sentencesOf(compact(text.slice(0, MESSAGE_LENGTH_MAX))).cut !== null;
}

/** The first message of a text, or one of unknown kind. */
export function readMessage(text: string): EvictionMessage {
  const [first] = messagesIn(text);
  if (first !== undefined) return first;
  const otherEnd = otherEndOf(text.slice(0, MESSAGE_LENGTH_MAX));
  return otherEnd === null ? UNKNOWN : endedBy(otherEnd);
}

/** Whether a report is about a node, and names no pod. */
export function isOfNode({ event, otherEnd }: EvictionMessage): boolean {
  return event !== undefined || otherEnd?.isOfNode === true;
}

/** An eviction by the reason of a status or an event, without a sentence of a kubelet. */
export const EVICTED_ALONE: EvictionMessage = {
  kind: "evicted",
  ...{ resource: null, signals: [], threshold: null, available: null, containers: [] },
  ...{ minors: null, isCut: false, broken: [] },
};

/** A report that is not of an eviction, and says how else a pod ended. */
export function endedBy(otherEnd: OtherEnd): EvictionMessage {
  return { ...UNKNOWN, otherEnd };
}

const UNKNOWN: EvictionMessage = { ...EVICTED_ALONE, kind: "unknown" };

/** The time of a line: what follows it was said at another moment than what precedes it. */
const CLOCK = /\d\d:\d\d:\d\d/;

/** Each sentence that begins a message with those up to the next one, or up to a time. */
function groups({ found }: Sentences, { text }: CompactText): readonly (readonly Sentence[])[] {
  const all: Sentence[][] = [];
  for (const sentence of found) {
    const last = all.at(-1);
    const before = last?.at(-1);
    const isApart = before !== undefined && CLOCK.test(text.slice(before.end, sentence.start));
    if (last === undefined || isHead(sentence) || isApart) all.push([sentence]);
    else last.push(sentence);
  }
  return all;
}

/** A text after a message's sentences that looks like one of them. */
interface Rest {
  readonly cut: Beginning | null;
  readonly broken: readonly Beginning[];
}

function restOf(
  group: readonly Sentence[],
  end: number,
  text: CompactText,
  { cut, broken }: Sentences,
): Rest {
  const [first, last] = [group[0] as Sentence, group.at(-1) as Sentence];
  const isCut = cut !== null && cut.start >= last.end && isLastOf(cut.start, last.end, text);
  const own = broken.filter(({ start, form }) => {
    return start > first.start && start < end && !(form.part in KINDS);
  });
  return { cut: isCut ? cut : null, broken: [...retoldThreshold(first, text), ...own] };
}

/** `Threshold: 2Gi, available: 1Gi`, as a person retells what a kubelet wrote. */
function retoldThreshold(head: Sentence, text: CompactText): readonly Beginning[] {
  const [found] = /^\.?threshold:(?=\d)/.exec(text.lower.slice(head.end)) ?? [];
  const form = MESSAGE_FORMS.find(({ part }) => part === "threshold");
  if (found === undefined || form === undefined) return [];
  return [{ form, start: head.end + (found.startsWith(".") ? 1 : 0) }];
}

function brokenIn({ broken }: Rest, end: number, text: CompactText): readonly string[] {
  return broken.map(({ start }, index) => {
    const next = Math.min(broken[index + 1]?.start ?? end, end);
    const quoted = spaced(text, start, Math.min(next, start + BROKEN_LENGTH_MAX));
    return next > start + BROKEN_LENGTH_MAX ? `${quoted}…` : quoted;
  });
}

function isHead({ form }: Sentence): boolean {
  return form.part in KINDS;
}

function messageOf(group: readonly Sentence[], text: CompactText, rest: Rest): EvictionMessage {
  const head = group[0] as Sentence;
  const isCut = rest.cut !== null;
  const part = isHead(head) ? (head.form.part as Head) : "node";
  if (part === "reclaim") return reclaimEvent(head, isCut);
  if (part !== "node" && part !== "condition") return limitMessage(part, head, isCut);
  const rejection = rejectionBefore(head, text);
  const conditions = head.values.conditions?.split(" ") as NodeCondition[] | undefined;
  if (conditions !== undefined || (part === "node" && isCompute(head) && rejection !== null)) {
    return admissionMessage(head, conditions, rejection, isCut);
  }
  return pressureMessage(group, rest);
}

/** A sentence that is cut off belongs to the message that it follows at once. */
function isLastOf(cutAt: number, end: number, { text }: CompactText): boolean {
  return /^\.?$/.test(text.slice(end, cutAt));
}

function isCompute({ form }: Sentence): boolean {
  return !form.text.includes("{");
}

function rejectionBefore({ start }: Sentence, { lower }: CompactText): Minors | null {
  const before = REJECTIONS.find(({ text }) => {
    const compacted = compact(text).lower;
    return lower.startsWith(compacted, start - compacted.length);
  });
  return before ?? null;
}

function limitMessage(
  part: Exclude<Head, "node" | "condition" | "reclaim">,
  { form, values }: Sentence,
  isCut: boolean,
): EvictionMessage {
  const isOnDisk = part !== "emptyDir-limit";
  const resource = isOnDisk ? "ephemeral-storage" : null;
  const { name, volume } = values;
  return {
    ...UNKNOWN,
    kind: KINDS[part],
    resource,
    limit: amount(values.limit ?? values.goQuantity),
    containers: name === undefined ? [] : [{ name, usage: null, request: null, resource }],
    ...(isOnDisk ? {} : { volume: volume ?? null }),
    minors: form,
    isCut,
  };
}

function reclaimEvent({ form, values }: Sentence, isCut: boolean): EvictionMessage {
  const resource = values.resource ?? null;
  const named = resource === null ? undefined : minorsOfResource(resource, "threshold");
  const minors = named === undefined ? form : sharedMinors(form, named);
  return {
    ...UNKNOWN,
    kind: "node-pressure",
    event: "EvictionThresholdMet",
    resource,
    signals: resource === null ? [] : signalsOfResource(resource, minors),
    minors,
    isCut,
  };
}

function admissionMessage(
  { form }: Sentence,
  conditions: readonly NodeCondition[] | undefined,
  rejection: Minors | null,
  isCut: boolean,
): EvictionMessage {
  const minors = rejection === null ? form : sharedMinors(rejection, form);
  return {
    ...UNKNOWN,
    kind: "admission",
    signals: signalsOfConditions(conditions ?? CONDITIONS, minors),
    ...(conditions === undefined ? {} : { nodeConditions: conditions }),
    minors,
    isCut,
  };
}

function pressureMessage(group: readonly Sentence[], { cut, broken }: Rest): EvictionMessage {
  const named = (part: string) => group.filter(({ form }) => form.part === part);
  const threshold = named("threshold")[0]?.values;
  const [pod] = named("pod").map(usageOf);
  const own = group.find(({ values }) => values.resource !== undefined)?.values.resource;
  const resource = own ?? null;
  const begun = [...(cut === null ? [] : [cut]), ...broken];
  const isContainerBegun = begun.some(({ form }) => form.part === "container");
  const minors = minorsOf([...group, ...begun.filter(isThreshold)], resource, isContainerBegun);
  const isAnyResource = resource === null && group.some(isCompute);
  return {
    ...UNKNOWN,
    kind: "node-pressure",
    resource,
    signals:
      resource === null
        ? signalsOfConditions(isAnyResource ? CONDITIONS : CONDITIONS.slice(0, 2), minors)
        : signalsOfResource(resource, minors),
    threshold: amount(threshold?.threshold),
    available: amount(threshold?.available),
    containers: named("container").map((each) => {
      const usage = usageOf(each);
      return { ...usage, resource: usage.resource ?? resource };
    }),
    ...(pod === undefined ? {} : { pod }),
    minors,
    isCut: cut !== null,
  };
}

/**
 * The releases that write all of these sentences, and none that they would have written too. Which
 * form a sentence about a container has that is not read is not known.
 */
function minorsOf(
  group: readonly Beginning[],
  resource: string | null,
  isContainerBegun: boolean,
): Minors {
  const parts = new Set(group.map(({ form }) => form.part));
  const own = group.map(({ form }) => form as Minors);
  const named = resource === null ? undefined : minorsOfResource(resource);
  const withoutThreshold = { from: 0, to: THRESHOLD_SINCE - 1 };
  const isWithout = parts.has("node") && parts.size === 1 && !isContainerBegun;
  return [
    ...own,
    ...(isContainerBegun ? [{ from: CONTAINERS_SINCE, to: NEWEST_MINOR }] : []),
    ...(named === undefined ? [] : [named]),
    ...(isWithout ? [withoutThreshold] : []),
  ].reduce(sharedMinors, { from: 0, to: NEWEST_MINOR });
}

function isThreshold({ form }: Beginning): boolean {
  return form.part === "threshold";
}

function usageOf({ values }: Sentence): NamedUsage {
  const { name = "", usage, request, resource = null } = values;
  return { name, usage: amount(usage), request: amount(request), resource };
}

function amount(quantity: string | undefined): bigint | null {
  return quantity === undefined ? null : (quantityValue(quantity) ?? null);
}
