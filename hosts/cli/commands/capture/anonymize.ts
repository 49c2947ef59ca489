import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { anonymizer } from "../../../../analysis/questions/capture/anonymize.ts";
import {
  ANONYMIZE,
  type AnonymizeOptions,
} from "../../../../analysis/questions/capture/options.ts";
import type { Io } from "../../../system/io.ts";
import { commandOf } from "../../command.ts";
import { printNotes } from "../../notes.ts";
import { rewrite } from "./rewrite.ts";

const KEY_BYTES = 16;

export function anonymizeCommand(io: Io): Command {
  return commandOf(ANONYMIZE, ({ capture }, options) => runAnonymize(capture, options, io));
}

async function runAnonymize(path: string, options: AnonymizeOptions, io: Io): Promise<void> {
  const { keepSystemNamespaces } = options;
  const key = options.key ?? randomBytes(KEY_BYTES).toString("hex");
  if (options.key === undefined) {
    await printNotes([`--key ${key} gives the same pseudonyms again; keep it secret.`], io);
  }
  const rewriter = await anonymizer({
    key,
    ...(keepSystemNamespaces === undefined ? {} : { keepSystemNamespaces }),
  });
  await rewrite(path, options, rewriter, io);
}
