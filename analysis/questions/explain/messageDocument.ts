/** What an eviction message says, what it leaves open and what to ask next. */

import { RELEASES } from "../../engine/contract/releases.ts";
import type { EvictionMessage, MessageKind, NamedUsage } from "../../read/messages/message.ts";
import { either, nextQuestion, openIn, shortClause } from "../../read/messages/openQuestions.ts";
import type { OtherEnd } from "../../read/messages/otherEnds.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  fixes,
  type Mark,
  paragraph,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import { formatReleases } from "../../text/release.ts";
import { messageFixes, NOT_CHECKED } from "./messageFixes.ts";
import {
  aboveRequest,
  likelySignal,
  type MessageContext,
  releasesText,
  settledIn,
  settledKind,
  settledSentences,
  thresholdWords,
  tooLittleSentence,
} from "./messageWords.ts";
import { pendingMessage } from "./pendingMessage.ts";

/** The answer to a message alone, or to one and the configuration of its node. */
export function messageDocument(message: EvictionMessage, context: MessageContext = {}): Document {
  const { scheduling } = message.otherEnd ?? {};
  if (scheduling !== undefined) return pendingMessage(scheduling);
  return {
    title: titleOf(message, context),
    mark: markOf(message),
    sources: sourcesOf(message, context),
    lead: [...paragraph(messageReason(message, context)), ...usage(message)],
    sections: section(NOT_CHECKED, fixes(messageFixes(message, context))),
    further: section("The message says", factBlocks(message)),
    closing: closing([], unknownIn(message, context), nextLines(message, context)),
  };
}

function markOf({ kind, event, otherEnd }: EvictionMessage): Mark {
  if (event !== undefined) return "risk";
  return kind === "unknown" && otherEnd === undefined ? "unknown" : "bad";
}

function sourcesOf(message: EvictionMessage, { configuration }: MessageContext): readonly Text[] {
  const { minors } = message;
  const own = ["eviction message", ...(minors === null ? [] : [`kubelet ${releasesText(minors)}`])];
  const config = configuration === undefined ? "" : `; ${configuration} · kubelet configuration`;
  return message.kind === "unknown" && configuration === undefined
    ? []
    : [own.join(" · ") + config];
}

type Title = (message: EvictionMessage, context: MessageContext) => string;

/** What was left of a resource, as a person calls it. */
const LEFT: Readonly<Record<string, string>> = {
  memory: "of memory",
  "ephemeral-storage": "of disk",
  inodes: "inodes",
  pids: "process IDs",
};

const TITLES: Readonly<Record<MessageKind, Title>> = {
  "node-pressure": (message, context) => {
    const { event, resource, available } = message;
    if (event !== undefined) {
      return `No eviction yet: a threshold is met, the kubelet reclaims ${resource}`;
    }
    if (available === null) {
      const what = resource === null ? "a resource that is not named" : resource;
      return `A pod was evicted: its node was low on ${what}`;
    }
    const words = thresholdWords(message, context);
    const left = messageAmount(available, resource);
    const of = LEFT[resource ?? ""] ?? `of ${resource}`;
    return fittingTitle(
      `A pod was evicted: its node had ${left} ${of} left, ${words}`,
      `A pod was evicted: ${left} left, ${words}`,
    );
  },
  "container-limit": ({ containers: [container], limit }) =>
    `A pod was evicted: ${container?.name ?? "a container"} exceeded its storage limit${of(limit)}`,
  "pod-limit": ({ limit }) =>
    `A pod was evicted: it exceeded the storage limits of its containers${of(limit)}`,
  "emptyDir-limit": ({ volume, limit }) =>
    `A pod was evicted: ${volume ?? "an emptyDir"} exceeded its sizeLimit${of(limit)}`,
  admission: () => "A pod was rejected, not evicted: its node was under pressure",
  evicted: () => "A pod was evicted, and no message says for which resource",
  unknown: ({ otherEnd }) =>
    otherEnd?.title ?? `Not an eviction message of a kubelet ${formatReleases(RELEASES.messages)}`,
};

function of(limit: bigint | null | undefined): string {
  return limit === null || limit === undefined ? "" : `, ${messageAmount(limit, null)}`;
}

export function titleOf(message: EvictionMessage, context: MessageContext = {}): string {
  return TITLES[message.kind](message, context);
}

/** Why this pod, as far as the message goes, and what a configuration settles. */
export function messageReason(
  message: EvictionMessage,
  context: MessageContext = {},
): string | undefined {
  const { otherEnd, nodeConditions } = message;
  const sentences = [
    ...aboveSentences(message, settledIn(message, context).length === 0),
    ...resourceSentences(message, context),
    ...settledSentences(message, context),
    ...(nodeConditions === undefined
      ? []
      : [`The kubelet admits no such pod under ${nodeConditions.join(", ")}; this pod never ran.`]),
    ...(otherEnd?.detail == null ? [] : [`${otherEnd.detail}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

function aboveSentences(message: EvictionMessage, isWhole: boolean): readonly string[] {
  const all = aboveRequest(message);
  const [most, ...others] = all;
  if (most === undefined || message.kind !== "node-pressure") return [];
  const { name, usage: used, request, resource } = most;
  const written = (value: bigint) => messageAmount(value, resource);
  const requests = request === 0n || request === null ? "nothing" : written(request);
  const usedText = `${name} used ${written(used)} and requests ${requests}.`;
  const tooLittle = tooLittleSentence(message);
  if (tooLittle !== null) return [usedText, tooLittle];
  if (!isWhole) return [usedText];
  // The kubelet compares pods, not containers.
  const above = written(all.reduce((sum, each) => sum + each.above, 0n));
  const [who, its] =
    others.length === 0 ? [name, "it"] : ["its pod", "the requests of all its containers"];
  return [
    usedText,
    `Pods above their request are evicted first; being ${above} above ${its}, ${who} was likely ` +
      "at the top.",
  ];
}

/** The message's word for a disk can mean several. */
function resourceSentences(message: EvictionMessage, context: MessageContext): readonly string[] {
  const { resource, signals } = message;
  if (message.kind !== "node-pressure" || resource === "memory" || signals.length < 2) return [];
  if (settledIn(message, context).length === 1) return [];
  const systems = [...new Set(signals.map((signal) => signal.split(".")[0] ?? signal))];
  const likely = likelySignal(message);
  const named =
    resource === null ? "The message names no resource; it can be" : `"${resource}" can mean`;
  return [`${named} ${either(systems)}` + (likely === null ? "." : `, likely ${likely}.`)];
}

/** What a message does not say, as one text; the configuration takes its share away. */
export function unknownIn(message: EvictionMessage, context: MessageContext = {}): readonly Text[] {
  const settled = settledIn(message, context);
  const signals = settled.length === 0 ? message.signals : settled.map(({ signal }) => signal);
  const isKindKnown = settledKind(settled) !== null;
  const clauses = openIn({ ...message, signals: [...new Set(signals)] }, isKindKnown);
  if (clauses.length === 0) return [];
  const words = clauses.map(shortClause).join("; ");
  // A signal keeps its spelling.
  const first = /^\w+\.\w/.test(words) ? words.charAt(0) : words.charAt(0).toUpperCase();
  return [`${first}${words.slice(1)}.`];
}

const LOG = "journalctl -u kubelet -S -2h | plimsoll";

/** The commands that find out; for the kinds that need thought, the question before them. */
function nextLines(
  message: EvictionMessage,
  { configurationPath: path }: MessageContext,
): readonly Text[] {
  if (message.kind !== "node-pressure" || message.event !== undefined) {
    return [nextQuestion(message)];
  }
  if (path !== undefined) {
    return [commandText(`${LOG} - ${path}`, "the log has the ranking")];
  }
  return [
    commandText("plimsoll explain --message - --config configz.json", "hard or soft"),
    commandText(LOG, "the log has the ranking"),
  ];
}

export function factBlocks(message: EvictionMessage): readonly Block[] {
  const rows = facts(message);
  return rows.length === 0 ? [] : [{ is: "facts", rows }];
}

function facts(message: EvictionMessage): readonly Fact[] {
  const { signals, nodeConditions, threshold, available, limit, volume, minors } = message;
  const written = (value: bigint) => messageAmount(value, message.resource);
  const rows: (Fact | false)[] = [
    message.event !== undefined && ["event", message.event],
    nodeConditions !== undefined && ["condition", nodeConditions.join(", ")],
    signals.length > 0 && ["signal", either(signals)],
    threshold !== null && ["threshold", written(threshold)],
    available !== null && ["available", `${written(available)}${under(message, written)}`],
    limit !== undefined && limit !== null && ["limit", messageAmount(limit, null)],
    ...limited(message),
    volume !== undefined && volume !== null && ["volume", volume],
    minors !== null && ["kubelet", releasesText(minors)],
    isTold(message.otherEnd) && [message.otherEnd.label, message.otherEnd.detail],
  ];
  return [...rows.filter((row) => row !== false), ...likely(message)];
}

function isTold(end: OtherEnd | undefined): end is OtherEnd & { readonly detail: string } {
  return end !== undefined && end.detail !== null;
}

/** The container whose limit it was. */
function limited({ kind, containers }: EvictionMessage): readonly Fact[] {
  return kind === "container-limit" ? containers.map(({ name }) => ["container", name]) : [];
}

function under({ threshold, available }: EvictionMessage, written: (value: bigint) => string) {
  if (threshold === null || available === null) return "";
  const short = threshold - available;
  return short > 0n ? `, ${written(short)} under the threshold` : "";
}

function likely(message: EvictionMessage): readonly Fact[] {
  const signal = likelySignal(message);
  return signal === null ? [] : [["likely", signal]];
}

const USAGE_COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "usage", isNumber: true },
  { title: "request", isNumber: true },
  { title: "over request", isNumber: true },
];

/** The usage of the pod and its containers; a container over its own limit is among the facts. */
export function usage({ containers, pod, kind }: EvictionMessage): readonly Block[] {
  if (kind === "container-limit") return [];
  const rows = [
    ...(pod === undefined ? [] : [{ ...pod, name: `pod ${pod.name}` }]),
    ...containers.map((container) => ({ ...container, name: `container ${container.name}` })),
  ];
  return table(
    USAGE_COLUMNS,
    rows.map((each) => ({ cells: usageCells(each) })),
    { cut: "none" },
  );
}

function usageCells({ name, usage: used, request, resource }: NamedUsage): readonly string[] {
  const above = used === null || request === null ? null : used - request;
  const written = (each: bigint | null) => (each === null ? "-" : messageAmount(each, resource));
  const sign = above !== null && above > 0n ? "+" : "";
  return [name, written(used), written(request), sign + written(above)];
}
