/** Eviction messages of events and pods: each of them once, under the pods that got it. */
import { type EvictionMessage, isOfNode } from "../../read/messages/message.ts";
import { nextQuestion, openIn } from "../../read/messages/openQuestions.ts";
import type { Reported } from "../../read/messages/reported.ts";
import { messageKey, type ReportedMessage } from "../../read/messages/reportedMessage.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  type Entry,
  list,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { factBlocks, titleOf, usage } from "./messageDocument.ts";
import { reportedAnswer } from "./reportedAnswer.ts";
import { reportedMark, reportedTitle } from "./reportedVerdict.ts";

/** Pods that are named one by one under a message; a node under pressure rejects hundreds. */
const PODS_SHOWN = 5;

/** `name` is what the document is called. */
export function reportedDocument(name: string, reported: Reported): Document {
  const { messages, ends, other } = reported;
  return {
    title: reportedTitle(reported),
    mark: reportedMark(reported),
    ...reportedAnswer(name, reported),
    further: [...reportedEntries(messages), ...reportedEntries(ends), ...unexplained(other)],
  };
}

/** What was read and says nothing of an end. */
function unexplained(other: Reported["other"]): readonly Section[] {
  const rows = other.map(([reason, count]) => ({ cells: [reason, formatCount(count)] }));
  return section("Other reasons, not explained here", table(REASON_COLUMNS, rows));
}

const REASON_COLUMNS: readonly Column[] = [{ title: "reason" }, { title: "count", isNumber: true }];

/** Messages in a row that leave the same open say so once, below the last. */
export function reportedEntries(messages: readonly ReportedMessage[]): readonly Entry[] {
  const groups = grouped(messages);
  return groups.map(({ message, reported }, index) => {
    const open = openOf(message);
    const isSame = (other: Group | undefined) =>
      other !== undefined && openOf(other.message) === open;
    const title = isSame(groups[index - 1])
      ? "These messages do not say:"
      : "The message does not say:";
    return {
      title: titleOf(message),
      blocks: [
        ...paragraphs(headOf(message, reported)),
        ...(message.otherEnd === undefined ? factBlocks(message) : []),
        ...usage(message),
        ...(isSame(groups[index + 1]) ? [] : openBlocks(message, title, reported)),
      ],
    };
  });
}

interface Group {
  readonly message: EvictionMessage;
  readonly reported: readonly ReportedMessage[];
}

function grouped(messages: readonly ReportedMessage[]): readonly Group[] {
  const groups = new Map<string, ReportedMessage[]>();
  for (const each of messages) {
    const key = messageKey(each.message);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()].flatMap((reported) =>
    reported.slice(0, 1).map(({ message }) => ({ message, reported })),
  );
}

function openOf(message: EvictionMessage): string {
  return [...openIn(message), nextQuestion(message)].join("\n");
}

function openBlocks(
  message: EvictionMessage,
  title: string,
  [about, ...others]: readonly ReportedMessage[],
): readonly Block[] {
  const open = list(openIn(message), "none");
  return [
    ...(open.length === 0 ? [] : paragraph(title)),
    ...open,
    ...paragraph(`Run next: ${nextQuestion(message, others.length > 0 ? undefined : about)}`),
  ];
}

function paragraphs(texts: readonly Text[]): readonly Block[] {
  return texts.flatMap((text) => paragraph(text));
}

function headOf(message: EvictionMessage, reported: readonly ReportedMessage[]): readonly Text[] {
  const subjects = new Set(
    reported.map(({ namespace, name, node, uid }) => {
      return [namespace, name, uid, name === null ? node : ""].join("/");
    }),
  );
  const subject = isOfNode(message) ? "other node" : "other pod";
  const others = subjects.size === reported.length ? subject : "other report";
  const more = reported.length - PODS_SHOWN;
  return [
    ...reported.slice(0, PODS_SHOWN).map(reportedHead),
    ...(more > 0 ? [`and ${plural(more, others)}`] : []),
  ];
}

function reportedHead(reported: ReportedMessage): string {
  const { node, time, count, message } = reported;
  const about =
    isOfNode(message) || isNodeAlone(reported)
      ? [node === null ? "a node" : `node ${node}`]
      : [podOf(reported), ...(node === null ? [] : [`on ${node}`])];
  const head = [
    ...about,
    ...(time === null ? [] : [`at ${time}`]),
    ...(count > 1 ? [`(${count} times)`] : []),
  ].join(" ");
  const detail = message.otherEnd?.detail ?? null;
  return detail === null ? head : `${head}: ${detail}`;
}

/** A report that names its node, and no pod. */
function isNodeAlone({ name, node, message }: ReportedMessage): boolean {
  return message.otherEnd !== undefined && name === null && node !== null;
}

function podOf({ namespace, name }: ReportedMessage): string {
  if (name === null) return "a pod";
  return namespace === null ? name : podText({ namespace, name });
}
