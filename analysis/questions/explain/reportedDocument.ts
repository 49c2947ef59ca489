/** Eviction messages of events and pods: each of them once, under the pods that got it. */
import type { EvictionMessage } from "../../read/messages/message.ts";
import { nextQuestion, openIn } from "../../read/messages/openQuestions.ts";
import { messageKey, type Reported, type ReportedMessage } from "../../read/messages/reported.ts";
import { plural } from "../../text/amount.ts";
import {
  type Block,
  type Document,
  type Entry,
  list,
  paragraph,
  type Text,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { factBlocks, titleOf, usage } from "./messageDocument.ts";

/** Pods that are named one by one under a message; a node under pressure rejects hundreds. */
const PODS_SHOWN = 5;

/** `name` is what the document is called. */
export function reportedDocument(name: string, { messages, read }: Reported): Document {
  const entries = reportedEntries(messages);
  const title =
    entries.length === 0
      ? `${name}: no eviction in ${plural(read, "object")}.`
      : `${name}: ${plural(messages.length, "eviction message")}`;
  return { title, lead: [], sections: entries };
}

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
        ...factBlocks(message),
        ...usage(message),
        ...(isSame(groups[index + 1]) ? [] : openBlocks(message, title)),
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
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((reported) =>
    reported.slice(0, 1).map(({ message }) => ({ message, reported })),
  );
}

function openOf(message: EvictionMessage): string {
  return [...openIn(message), nextQuestion(message)].join("\n");
}

function openBlocks(message: EvictionMessage, title: string): readonly Block[] {
  const open = list(openIn(message), "none");
  return [
    ...(open.length === 0 ? [] : paragraph(title)),
    ...open,
    ...paragraph(`Ask next: ${nextQuestion(message)}`),
  ];
}

function paragraphs(texts: readonly Text[]): readonly Block[] {
  return texts.flatMap((text) => paragraph(text));
}

function headOf(message: EvictionMessage, reported: readonly ReportedMessage[]): readonly Text[] {
  const others = message.event === undefined ? "other pod" : "other node";
  const more = reported.length - PODS_SHOWN;
  return [
    ...reported.slice(0, PODS_SHOWN).map(reportedHead),
    ...(more > 0 ? [`and ${plural(more, others)}`] : []),
  ];
}

function reportedHead(reported: ReportedMessage): string {
  const { node, time, count, message } = reported;
  const about =
    message.event === undefined
      ? [podOf(reported), ...(node === null ? [] : [`on ${node}`])]
      : [node === null ? "a node" : `node ${node}`];
  return [
    ...about,
    ...(time === null ? [] : [`at ${time}`]),
    ...(count > 1 ? [`(${count} times)`] : []),
  ].join(" ");
}

function podOf({ namespace, name }: ReportedMessage): string {
  if (name === null) return "a pod";
  return namespace === null ? name : podText({ namespace, name });
}
