/** Options of commands that take a scenario of a killer, or samples. */
import { OomdEngine } from "../../../../analysis/engine/oomdEngine.ts";
import { unsuited } from "../../../../analysis/questions/options/refusal.ts";
import { type CommandRow, flagOf, namesIn } from "../../../../analysis/questions/options/row.ts";
import { killerFileOf, NO_KILLER_FILE } from "../../../../analysis/read/killer/killerFile.ts";
import { readKillerSettings } from "../../../../analysis/read/killer/killerSettings.ts";
import {
  type KillerGiven,
  type KillerScenario,
  readKillerScenario,
} from "../../../../analysis/read/killer/scenario.ts";
import { KILLER_SCENARIO } from "../../../../analysis/read/recognize/documents.ts";
import { decodedText } from "../../../../analysis/read/recognize/text.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import { nameOf, readDocument, readProgramsText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
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
  // A default is given by nobody.
  const isGiven = (name: string) => {
    const row = options[name];
    const text = row?.default;
    const usual = text === undefined ? undefined : (row?.parse?.(text, []) ?? text);
    return given[name] !== undefined && given[name] !== usual;
  };
  const other = names.find((name) => !suited.includes(name) && isGiven(name));
  if (other === undefined) return;
  const found = `${nameOf(path)} is ${KILLER_SCENARIO}`;
  throw usageFailure(unsuited(flagOf(other), "a capture", found));
}

/** The text of a scenario or of samples, and its name in sentences. */
export interface ScenarioText {
  readonly name: string;
  readonly text: string;
}

export async function scenarioText(path: string, io: Io): Promise<ScenarioText> {
  return { name: nameOf(path), text: decodedText(await readDocument(path, io)) };
}

/** Asks about a scenario; what the module refuses is a failure that names the file. */
export async function askScenario<T>(
  scenario: ScenarioText,
  config: string | undefined,
  io: Io,
  ask: AskKiller<T>,
): Promise<T> {
  return askGiven(scenario, config === undefined ? undefined : await givenKiller(config, io), ask);
}

type AskKiller<T> = (scenario: KillerScenario, engine: OomdEngine) => T | Promise<T>;

/** The same about a killer whose configuration was read before. */
export async function askGiven<T>(
  { name, text }: ScenarioText,
  given: KillerGiven | undefined,
  ask: AskKiller<T>,
): Promise<T> {
  const engine = new OomdEngine(await loadModule("oomd"));
  try {
    return await ask(readKillerScenario(text, name, given), engine);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { message } = error;
    throw inputFailure(message.startsWith(`${name}: `) ? message : `${name}: ${message}`);
  }
}

/**
 * The killer that `--config` names by its own configuration. What the program would leave out is
 * said; what would end it is refused.
 */
export async function givenKiller(path: string, io: Io): Promise<KillerGiven> {
  const name = nameOf(path);
  const text = await readProgramsText(path, io);
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
