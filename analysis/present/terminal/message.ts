import { RELEASES } from "../../engine/contract/releases.ts";
import { fittingDefault } from "../../read/messages/defaultThreshold.ts";
import type { EvictionMessage, MessageKind, NamedUsage } from "../../read/messages/message.ts";
import { either, nextQuestion, openIn } from "../../read/messages/openQuestions.ts";
import type { Minors } from "../../read/messages/releases.ts";
import { formatBytes, formatCount } from "../../text/amount.ts";
import { formatRelease, formatReleases } from "../../text/release.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";
import { hang, wrap } from "./wrap.ts";

type Title = (message: EvictionMessage) => string;

const TITLES: Readonly<Record<MessageKind, Title>> = {
  "node-pressure": ({ resource, event }) =>
    event !== undefined
      ? `Not an eviction yet: the kubelet begins to reclaim ${resource}, as a threshold was met`
      : resource === null
        ? "Evicted for node pressure: the node was low on a resource that is not named"
        : `Evicted for node pressure: the node was low on ${resource}`,
  "container-limit": () => "Evicted for a local storage limit: a container exceeded its own",
  "pod-limit": () => "Evicted for a local storage limit: the pod exceeded that of its containers",
  "emptyDir-limit": () => "Evicted for a local storage limit: an emptyDir exceeded its sizeLimit",
  admission: () => "Rejected, not evicted: the node was under pressure when the pod came",
  unknown: ({ otherEnd }) =>
    otherEnd?.title ?? `Not an eviction message of a kubelet ${formatReleases(RELEASES.messages)}`,
};

/** What a message says, what it leaves open and what to ask next. */
export function messageLines(message: EvictionMessage, style: Style): string[] {
  return [...saidLines(message, style), ...openLines(message, "The message does not say", style)];
}

/** What a message says. */
export function saidLines(message: EvictionMessage, style: Style): string[] {
  const rows = facts(message);
  const columns = sectionColumns(style);
  return [
    style.paint.title(TITLES[message.kind](message)),
    ...rows.flatMap(([name, value]) => hang(`  ${name.padEnd(12)}`, value, columns + 2)),
    ...section("Usage", usage(message, columns, style), style),
  ];
}

/** What a message leaves open, and what to ask next. */
export function openLines(message: EvictionMessage, title: string, style: Style): string[] {
  return [
    ...section(title, sentences(openIn(message), style), style),
    ...section("Ask next", wrap(nextQuestion(message), sectionColumns(style)), style),
  ];
}

type Fact = readonly [name: string, value: string];

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
  ];
  return [...rows.filter((row) => row !== false), ...likely(message)];
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

function usage(message: EvictionMessage, columns: number, style: Style): string[] {
  const { containers, pod, kind } = message;
  if (kind === "container-limit") return [];
  const rows = [
    ...(pod === undefined ? [] : [{ ...pod, name: `pod ${pod.name}` }]),
    ...containers.map((container) => ({ ...container, name: `container ${container.name}` })),
  ];
  if (rows.length === 0) return [];
  return table(
    [
      { title: "" },
      { title: "usage", align: "right" },
      { title: "request", align: "right" },
      { title: "above it by", align: "right" },
    ],
    rows.map((each) => ({ cells: usageCells(each) })),
    columns,
    style.paint.faint,
  );
}

function usageCells({ name, usage: used, request, resource }: NamedUsage): string[] {
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
