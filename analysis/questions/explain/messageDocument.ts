/** What an eviction message says, what it leaves open and what to ask next. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { fittingDefault } from "../../read/messages/defaultThreshold.ts";
import type { EvictionMessage, MessageKind, NamedUsage } from "../../read/messages/message.ts";
import { either, nextQuestion, openIn } from "../../read/messages/openQuestions.ts";
import type { OtherEnd } from "../../read/messages/otherEnds.ts";
import type { Minors } from "../../read/messages/releases.ts";
import { formatBytes, formatCount } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Fact,
  list,
  paragraph,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { formatRelease, formatReleases } from "../../text/release.ts";

export function messageDocument(message: EvictionMessage): Document {
  return {
    title: titleOf(message),
    lead: factBlocks(message),
    sections: [
      ...section("Usage", usage(message)),
      ...openSections(message, "The message does not say"),
    ],
  };
}

/** What a message does not say, and the commands that answer it. */
export function openSections(message: EvictionMessage, title: string): readonly Section[] {
  return [
    ...section(title, list(openIn(message), "none")),
    ...section("Next step", paragraph(nextQuestion(message))),
  ];
}

type Title = (message: EvictionMessage) => string;

const TITLES: Readonly<Record<MessageKind, Title>> = {
  "node-pressure": ({ resource, event }) =>
    event !== undefined
      ? `Not an eviction yet: the kubelet begins to reclaim ${resource}, because a threshold ` +
        "was met"
      : resource === null
        ? "Evicted for node pressure: the node was low on a resource that is not named"
        : `Evicted for node pressure: the node was low on ${resource}`,
  "container-limit": () => "Evicted for a local storage limit: a container exceeded its own",
  "pod-limit": () => "Evicted for a local storage limit: the pod exceeded that of its containers",
  "emptyDir-limit": () => "Evicted for a local storage limit: an emptyDir exceeded its sizeLimit",
  admission: () => "Rejected, not evicted: the node was under pressure when the pod arrived",
  unknown: ({ otherEnd }) =>
    otherEnd?.title ?? `Not an eviction message of a kubelet ${formatReleases(RELEASES.messages)}`,
};

export function titleOf(message: EvictionMessage): string {
  return TITLES[message.kind](message);
}

export function factBlocks(message: EvictionMessage): readonly Block[] {
  const rows = facts(message);
  return rows.length === 0 ? [] : [{ is: "facts", rows }];
}

function facts(message: EvictionMessage): readonly Fact[] {
  const { signals, nodeConditions, threshold, available, limit, volume, minors } = message;
  const written = (value: bigint) => amount(value, message.resource);
  const rows: (Fact | false)[] = [
    message.event !== undefined && ["event", message.event],
    nodeConditions !== undefined && ["condition", nodeConditions.join(", ")],
    signals.length > 0 && ["signal", either(signals)],
    threshold !== null && ["threshold", written(threshold)],
    available !== null && ["available", `${written(available)}${under(message, written)}`],
    limit !== undefined && limit !== null && ["limit", amount(limit, null)],
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

/** The signal that the number itself gives away, when it is a default percentage. */
function likely({ signals, threshold }: EvictionMessage): readonly Fact[] {
  const fitting = threshold === null ? null : fittingDefault(signals, threshold);
  if (fitting === null || signals.length === 1) return [];
  const { signal, value, capacity } = fitting;
  const size = amount(capacity, null);
  return [["likely", `${signal}<${value}: the threshold is ${value} of a file system of ${size}`]];
}

const USAGE_COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "usage", isNumber: true },
  { title: "request", isNumber: true },
  { title: "above it by", isNumber: true },
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
  return [
    name,
    ...[used, request, above].map((each) => (each === null ? "-" : amount(each, resource))),
  ];
}

function amount(value: bigint, resource: string | null): string {
  const isCounted = resource !== null && /inodes|pids/i.test(resource);
  return isCounted ? formatCount(Number(value)) : formatBytes(Number(value));
}

function releasesText({ from, to }: Minors): string {
  return from === to ? formatRelease(from) : formatReleases({ oldest: from, newest: to });
}
