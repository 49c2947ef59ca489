/** Why no question is asked about what was given. */
import type { GivenFormat } from "../../read/recognize/commandLines.ts";
import { FORMATS } from "../../read/recognize/formats.ts";
import { PLAIN_TEXT } from "../../read/recognize/identify.ts";
import { shellWord } from "../../text/shellWord.ts";

import type { RecognizedGiven } from "./recognized.ts";

const EVENTS_COMMAND = "kubectl get events -A -o json";

/** Whether `words` are about a text of no known form. */
export function isPlainText(words: string): boolean {
  return words.startsWith(PLAIN_TEXT) || words === "a picture";
}

/** `words` is what the document seems to be. */
export function notRecognizedText(name: string, words: string): string {
  if (words === "a picture") return `${name} is a picture; paste its text instead.`;
  const seems = isPlainText(words)
    ? "plain text without an eviction message, events or log lines"
    : words;
  return (
    `${name} is not recognized. It seems to be ${seems}. Paste the pod's message, or drop the ` +
    `output of: ${EVENTS_COMMAND}`
  );
}

/** What each of several documents was taken for; `recorded`: what a log is explained with. */
export function takenText(
  documents: readonly RecognizedGiven[],
  recorded: ReadonlySet<RecognizedGiven | undefined>,
): string {
  const all = documents.map((document) => {
    const { given, format, words } = document;
    const isRecorded = format === "configuration" && recorded.has(document);
    return `${given.name} is ${words}${isRecorded ? ", used as the recorded one" : ""}`;
  });
  return `Opened: ${all.join("; ")}.`;
}

/** After an answer about the files of an archive, which are in no folder any more. */
export function unpackedText(archive: string): string {
  const command = /\.zip$/i.test(archive) ? "unzip" : "tar xf";
  return (
    `${archive} was unpacked for this answer alone; before a command that names a file of it: ` +
    `${command} ${shellWord(archive)}.`
  );
}

/** Why a recognized document raises no question here, and which command takes it. */
export function leftOutText(name: string, format: GivenFormat, words: string): string {
  const row = FORMATS.find((each) => each.format === format);
  return `${name} is ${words}; ${row?.advice(shellWord(name)) ?? ""}.`;
}
