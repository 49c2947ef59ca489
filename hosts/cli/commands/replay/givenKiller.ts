/** Options of commands that take a scenario of a killer, or samples. */
import { unsuited } from "../../../../analysis/questions/options/refusal.ts";
import { type CommandRow, flagOf, namesIn } from "../../../../analysis/questions/options/row.ts";
import { killerFileOf, NO_KILLER_FILE } from "../../../../analysis/read/killer/killerFile.ts";
import { readKillerSettings } from "../../../../analysis/read/killer/killerSettings.ts";
import type { KillerGiven } from "../../../../analysis/read/killer/scenario.ts";
import { KILLER_SCENARIO } from "../../../../analysis/read/recognize/documents.ts";
import { nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { printWarnings } from "../../notes.ts";

/** All others belong to a capture of a kubelet. */
export function refuseOthers(
  { options, tables = [] }: CommandRow,
  given: Readonly<Record<string, unknown>>,
  suited: readonly string[],
  path: string,
): void {
  const names = [...Object.keys(options), ...tables.flatMap(namesIn)];
  const other = names.find((name) => given[name] !== undefined && !suited.includes(name));
  if (other === undefined) return;
  const found = `${nameOf(path)} is ${KILLER_SCENARIO}`;
  throw usageFailure(unsuited(flagOf(other), "a capture", found));
}

/**
 * The killer that `--config` names by its own configuration. What the program would leave out is
 * said; what would end it is refused.
 */
export async function givenKiller(
  path: string | undefined,
  io: Io,
): Promise<KillerGiven | undefined> {
  if (path === undefined) return undefined;
  const name = nameOf(path);
  const text = await readText(path, io);
  const file = killerFileOf(text);
  const read = file === null ? null : readKillerSettings(file, [{ name, text }]);
  const fatal = read?.findings.find(({ isFatal }) => isFatal);
  if (fatal !== undefined) throw inputFailure(`${name}: ${fatal.text}`);
  if (read === null || read.given === null) {
    throw inputFailure(`${name}: ${NO_KILLER_FILE}.`);
  }
  await printWarnings(
    read.findings.map(({ text: sentence }) => sentence),
    io,
  );
  return read.given;
}
