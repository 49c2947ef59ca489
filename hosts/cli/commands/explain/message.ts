import { messageDocument } from "../../../../analysis/questions/explain/messageDocument.ts";
import type { MessageContext } from "../../../../analysis/questions/explain/messageWords.ts";
import type { ExplainOptions } from "../../../../analysis/questions/explain/options.ts";
import { formatTree } from "../../../../analysis/read/json/tree.ts";
import {
  type EvictionMessage,
  MESSAGE_LENGTH_MAX,
  messagesIn,
  readMessage,
} from "../../../../analysis/read/messages/message.ts";
import { messageTree } from "../../../../analysis/read/messages/messageJson.ts";
import { messageKey } from "../../../../analysis/read/messages/reportedMessage.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import { isFile, nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { printNotes } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";

/** `plimsoll explain --message`: a pod's eviction message, with any text around it. */
export async function explainMessage(
  given: string,
  options: ExplainOptions,
  io: Io,
): Promise<void> {
  const { output, all = false } = options;
  const text = given === "-" ? await readText("-", io) : given;
  if (text.trim() === "") {
    throw inputFailure("--message is empty; give the text of the pod's status.message or event.");
  }
  if (text.length > MESSAGE_LENGTH_MAX) {
    throw inputFailure(
      `--message has more than ${MESSAGE_LENGTH_MAX} characters; give the message alone.`,
    );
  }
  const message = readMessage(text);
  if (message.kind === "unknown" && isFile(text)) {
    throw inputFailure(
      `--message: ${text} is a file; give the output of kubectl as --events ${text}, or a ` +
        `message as --message - < ${text}.`,
    );
  }
  const others = otherMessages(messagesIn(text), message);
  if (others > 0) {
    const words = plural(others, "other message");
    await printNotes([`The text has ${words}; the first one is explained.`], io);
  }
  if (output === "json") await io.stdout.write(`${formatTree(messageTree(message))}\n`);
  else {
    const document = messageDocument(message, await contextOf(options, io));
    await printDocument(document, { output, all }, io);
  }
}

/** The thresholds of the node, if its configuration is given. */
async function contextOf(options: ExplainOptions, io: Io): Promise<MessageContext> {
  const [path] = options.config ?? [];
  if (path === undefined && options.configDir === undefined) return {};
  const { configuredPolicy } = await import("../../input/configuredPolicy.ts");
  const policy = await configuredPolicy(path, options, io);
  const given = path ?? options.configDir ?? "";
  return { policy, configuration: nameOf(given), configurationPath: shellWord(given) };
}

/** A log repeats a message, and may cut it off; that is not another message. */
function otherMessages(all: readonly EvictionMessage[], first: EvictionMessage): number {
  const keys = new Set(all.filter(({ isCut }) => !isCut).map(messageKey));
  keys.delete(messageKey(first));
  return keys.size;
}
