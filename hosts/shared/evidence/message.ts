/** A kubelet's eviction message, read: what it says, and what it leaves open. */
import type { NodeCondition } from "../decision.ts";
import { quantityValue } from "../kubeletValidation/quantity.ts";
import { type CompactText, compact } from "./compactText.ts";
import { REJECTIONS, THRESHOLD_SINCE } from "./messageForms.ts";
import { type Minors, NEWEST_MINOR, sharedMinors } from "./releases.ts";
import {
  CONDITIONS,
  minorsOfResource,
  signalsOfConditions,
  signalsOfResource,
} from "./resources.ts";
import { type Sentence, type Sentences, sentencesOf } from "./sentence.ts";

export type MessageKind =
  | "node-pressure"
  | "container-limit"
  | "pod-limit"
  | "emptyDir-limit"
  | "admission"
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
  /** The message's own name of it; null where it names none. */
  readonly resource: string | null;
  /** Every signal that may be meant, of those releases. */
  readonly signals: readonly string[];
  readonly nodeConditions?: readonly NodeCondition[];
  readonly threshold: bigint | null;
  readonly available: bigint | null;
  /** Of a container, a pod or an emptyDir; absent for node pressure. */
  readonly limit?: bigint | null;
  readonly containers: readonly NamedUsage[];
  /** With resources of the whole pod, since 1.34. */
  readonly pod?: NamedUsage;
  /** Of an emptyDir; null where the kubelet does not name it. */
  readonly volume?: string | null;
  /** The releases that write it so; null for an unknown text. */
  readonly minors: Minors | null;
  /** Whether the text ends in the middle of a sentence. */
  readonly isCut: boolean;
}

const KINDS = {
  node: "node-pressure",
  condition: "admission",
  "container-limit": "container-limit",
  "pod-limit": "pod-limit",
  "emptyDir-limit": "emptyDir-limit",
} as const;
type Head = keyof typeof KINDS;

/** What cannot be a message: a kubelet's are of some hundred characters for each container. */
export const MESSAGE_LENGTH_MAX = 2 ** 20;

/**
 * Every message in a text, in its order. The text may hold anything else around them. Sentences
 * that stand without the one that begins a message are one of their own.
 */
export function messagesIn(text: string): readonly EvictionMessage[] {
  const compacted = compact(text.slice(0, MESSAGE_LENGTH_MAX));
  const sentences = sentencesOf(compacted);
  return groups(sentences).map((group) => messageOf(group, compacted, sentences));
}

/** The first message of a text, or one of unknown kind. */
export function readMessage(text: string): EvictionMessage {
  return messagesIn(text)[0] ?? UNKNOWN;
}

const UNKNOWN: EvictionMessage = {
  kind: "unknown",
  resource: null,
  signals: [],
  threshold: null,
  available: null,
  containers: [],
  minors: null,
  isCut: false,
};

/** Each sentence that begins a message with those up to the next one. */
function groups({ found }: Sentences): readonly (readonly Sentence[])[] {
  const all: Sentence[][] = [];
  for (const sentence of found) {
    const last = all.at(-1);
    if (last === undefined || isHead(sentence)) all.push([sentence]);
    else last.push(sentence);
  }
  return all;
}

function isHead({ form }: Sentence): boolean {
  return form.part in KINDS;
}

function messageOf(
  group: readonly Sentence[],
  text: CompactText,
  { cutAt }: Sentences,
): EvictionMessage {
  const [head, last] = [group[0] as Sentence, group.at(-1) as Sentence];
  const isCut = cutAt !== null && cutAt >= last.end && isLastOf(cutAt, last.end, text);
  const part = isHead(head) ? (head.form.part as Head) : "node";
  if (part !== "node" && part !== "condition") return limitMessage(part, head, isCut);
  const rejection = rejectionBefore(head, text);
  const conditions = head.values.conditions?.split(" ") as NodeCondition[] | undefined;
  if (conditions !== undefined || (part === "node" && isCompute(head) && rejection !== null)) {
    return admissionMessage(head, conditions, rejection, isCut);
  }
  return pressureMessage(group, isCut);
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
  part: Exclude<Head, "node" | "condition">,
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

function pressureMessage(group: readonly Sentence[], isCut: boolean): EvictionMessage {
  const named = (part: string) => group.filter(({ form }) => form.part === part);
  const threshold = named("threshold")[0]?.values;
  const [pod] = named("pod").map(usageOf);
  const own = group.find(({ values }) => values.resource !== undefined)?.values.resource;
  const resource = own ?? null;
  const minors = minorsOf(group, resource);
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
    isCut,
  };
}

/** The releases that write all of these sentences, and none that they would have written too. */
function minorsOf(group: readonly Sentence[], resource: string | null): Minors {
  const parts = new Set(group.map(({ form }) => form.part));
  const own = group.map(({ form }) => form as Minors);
  const named = resource === null ? undefined : minorsOfResource(resource);
  const withoutThreshold = { from: 0, to: THRESHOLD_SINCE - 1 };
  const isWithout = parts.has("node") && parts.size === 1;
  return [
    ...own,
    ...(named === undefined ? [] : [named]),
    ...(isWithout ? [withoutThreshold] : []),
  ].reduce(sharedMinors, { from: 0, to: NEWEST_MINOR });
}

function usageOf({ values }: Sentence): NamedUsage {
  const { name = "", usage, request, resource = null } = values;
  return { name, usage: amount(usage), request: amount(request), resource };
}

function amount(quantity: string | undefined): bigint | null {
  return quantity === undefined ? null : (quantityValue(quantity) ?? null);
}
