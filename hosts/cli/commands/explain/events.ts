import type { ExplainOptions } from "../../../../analysis/questions/explain/options.ts";
import { reportedDocument } from "../../../../analysis/questions/explain/reportedDocument.ts";
import { otherNamespaces } from "../../../../analysis/questions/options/objects.ts";
import { formatTree, JsonNumber, JsonObject } from "../../../../analysis/read/json/tree.ts";
import { messageTree, object } from "../../../../analysis/read/messages/messageJson.ts";
import {
  EvidenceError,
  type Reported,
  reportedMessages,
} from "../../../../analysis/read/messages/reported.ts";
import type { ReportedMessage } from "../../../../analysis/read/messages/reportedMessage.ts";
import { nameOf, readDocument } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { refuseGiven } from "../../input/givenInstead.ts";
import { printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";

/** `plimsoll explain --events` and `--pod-status`: what an incident leaves in the API. */
export async function explainEvents(
  path: string,
  objects: "events" | "pods",
  { output, all = false, namespace }: Pick<ExplainOptions, "output" | "all" | "namespace">,
  io: Io,
): Promise<void> {
  const reported = await readReported(path, objects, namespace, io);
  await printWarnings(otherNamespaces("events and no pods", namespace, reported.namespaces), io);
  if (output === "json") {
    await io.stdout.write(`${formatTree(treeOf(reported))}\n`);
    return;
  }
  await printDocument(reportedDocument(nameOf(path), reported), { output, all }, io);
}

async function readReported(
  path: string,
  objects: string,
  namespace: string | undefined,
  io: Io,
): Promise<Reported> {
  try {
    return reportedMessages(nameOf(path), await readDocument(path, io), namespace);
  } catch (error) {
    await refuseGiven(path, "messages", "pods", "objects", "summary");
    if (!(error instanceof EvidenceError)) throw error;
    throw inputFailure(`${error.message}; get one with kubectl get ${objects} -A --output json.`);
  }
}

function treeOf({ messages, ends, other }: Reported): JsonObject {
  const counts = other.map(([reason, count]) => [reason, new JsonNumber(String(count))] as const);
  return object({
    explained: [...messages, ...ends].map(reportedTree),
    other: new JsonObject(counts),
  });
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
