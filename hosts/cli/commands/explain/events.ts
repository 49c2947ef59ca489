import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { openLines, saidLines } from "../../../../analysis/present/terminal/message.ts";
import { type Style, styleOf } from "../../../../analysis/present/terminal/style.ts";
import { wrap } from "../../../../analysis/present/terminal/wrap.ts";
import { formatTree, JsonObject } from "../../../../analysis/read/json/tree.ts";
import type { EvictionMessage } from "../../../../analysis/read/messages/message.ts";
import { messageTree, object } from "../../../../analysis/read/messages/messageJson.ts";
import { nextQuestion, openIn } from "../../../../analysis/read/messages/openQuestions.ts";
import {
  EvidenceError,
  messageKey,
  type Reported,
  type ReportedMessage,
  reportedMessages,
} from "../../../../analysis/read/messages/reported.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { nameOf, readDocument } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { refuseGiven } from "../../input/givenInstead.ts";

/** Pods that are named one by one under a message; a node under pressure rejects hundreds. */
const PODS_SHOWN = 5;

/** `plimsoll explain --events` and `--pod-status`: what an incident leaves in the API. */
export async function explainEvents(
  path: string,
  objects: "events" | "pods",
  output: "text" | "json",
  io: Io,
): Promise<void> {
  const reported = await readReported(path, objects, io);
  if (output === "json") {
    await io.stdout.write(`${formatTree(reported.messages.map(reportedTree))}\n`);
    return;
  }
  const style = styleOf(io);
  const none = `${nameOf(path)}: no eviction in ${plural(reported.read, "object")}.`;
  const blocks = storyBlocks(reported.messages, style);
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ["", "", ...block]));
  await io.stdout.write(printed(lines.length === 0 ? [none] : lines, style.isAscii));
}

/** Each message once, under the pods that got it. */
export function storyBlocks(
  messages: readonly ReportedMessage[],
  style: Style,
): readonly (readonly string[])[] {
  const groups = grouped(messages);
  return groups.map((group, index) => {
    const { message } = group[0] as ReportedMessage;
    const open = openOf(message);
    const isSame = (other: readonly ReportedMessage[] | undefined) =>
      other?.[0] !== undefined && openOf(other[0].message) === open;
    const title = isSame(groups[index - 1])
      ? "These messages do not say"
      : "The message does not say";
    return [
      ...groupHead(group).flatMap((line) => wrap(line, style.columns)),
      ...saidLines(message, style),
      ...(isSame(groups[index + 1]) ? [] : openLines(message, title, style)),
    ];
  });
}

/** Messages in a row that leave the same open say so once, below the last. */
function openOf(message: EvictionMessage): string {
  return [...openIn(message), nextQuestion(message)].join("\n");
}

async function readReported(path: string, objects: string, io: Io): Promise<Reported> {
  try {
    return reportedMessages(nameOf(path), await readDocument(path, io));
  } catch (error) {
    await refuseGiven(path, "messages");
    if (!(error instanceof EvidenceError)) throw error;
    throw inputFailure(`${error.message}; get one with kubectl get ${objects} -A --output json.`);
  }
}

export function reportedTree({
  namespace,
  name,
  node,
  time,
  message,
}: ReportedMessage): JsonObject {
  const about = object({ namespace, pod: name, node, time });
  return new JsonObject([...about.members, ...messageTree(message).members]);
}

function grouped(messages: readonly ReportedMessage[]): readonly (readonly ReportedMessage[])[] {
  const groups = new Map<string, ReportedMessage[]>();
  for (const each of messages) {
    const key = messageKey(each.message);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

function groupHead(group: readonly ReportedMessage[]): readonly string[] {
  const others = group[0]?.message.event === undefined ? "other pod" : "other node";
  return [
    ...group.slice(0, PODS_SHOWN).map(reportedHead),
    ...(group.length > PODS_SHOWN ? [`and ${plural(group.length - PODS_SHOWN, others)}`] : []),
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
