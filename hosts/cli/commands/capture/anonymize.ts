import { randomBytes } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "commander";
import { anonymizer } from "../../../../analysis/questions/capture/anonymize.ts";
import type { Io } from "../../../system/io.ts";
import { printNotes } from "../../notes.ts";
import { addRewriteOptions, type WriteOptions } from "./options.ts";
import { rewrite } from "./rewrite.ts";

interface AnonymizeCommandOptions extends WriteOptions {
  readonly key?: string;
  readonly keepSystemNamespaces?: boolean;
}

const EXAMPLE = `
Example:
  plimsoll capture anonymize worker-3.plimsoll.ndjson.gz --out public.plimsoll.ndjson.gz

Reduces the capture as well. Without --key a random key is used and printed on stderr: anyone with
the key can test whether a name is in the capture.`;

const KEY_BYTES = 16;

export function anonymizeCommand(io: Io): Command {
  const command = new Command("anonymize")
    .summary("replace every name by a pseudonym")
    .description("Writes a reduced capture in which every name is replaced by a stable pseudonym.")
    .addHelpText("after", EXAMPLE);
  addRewriteOptions(command)
    .addOption(
      new Option(
        "--key <text>",
        "use this key: the same key gives the same pseudonyms in every capture",
      ).argParser(keyOf),
    )
    .option(
      "--keep-system-namespaces",
      "keep the names of kube-system and other system namespaces",
    );
  return command.action((path: string, options: AnonymizeCommandOptions) =>
    runAnonymize(path, options, io),
  );
}

async function runAnonymize(path: string, options: AnonymizeCommandOptions, io: Io): Promise<void> {
  const { keepSystemNamespaces } = options;
  const key = options.key ?? randomBytes(KEY_BYTES).toString("hex");
  if (options.key === undefined) {
    await printNotes([`--key ${key} gives the same pseudonyms again; keep it to yourself.`], io);
  }
  const rewriter = await anonymizer({
    key,
    ...(keepSystemNamespaces === undefined ? {} : { keepSystemNamespaces }),
  });
  await rewrite(path, options, rewriter, io);
}

/** A variable that is not set gives an empty text, which is not a key. */
function keyOf(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("It is empty; give a text, or omit --key for a random key.");
}
