/** What an upgrade is asked about: each file by what it is. */
import { stat } from "node:fs/promises";
import { basename, isAbsolute } from "node:path";
import { notTaken } from "../../../../analysis/questions/upgrade/notTaken.ts";
import { identify } from "../../../../analysis/read/recognize/identify.ts";
import { isConfiguration } from "../../../../analysis/read/recognize/isConfiguration.ts";
import { textOfFile } from "../../../../analysis/read/recognize/text.ts";
import { SettingError } from "../../../system/errors.ts";
import { exampleCluster, exampleScenario, listExamples } from "../../../system/examples.ts";
import { missingFile, nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { hasMembers, recognizedFile, recognizedStdin } from "../../input/formatOfFile.ts";

/** A name for sentences: an answer is handed on without the folders of a machine. */
export function inputName(path: string): string {
  return isAbsolute(path) ? basename(path) : nameOf(path);
}

/** Paths, in the order in which they were given. */
export interface UpgradeInputs {
  /** A capture that ships with the program. */
  readonly example?: string;
  readonly captures: readonly string[];
  readonly configurations: readonly string[];
  /** Files, folders and archives of one cluster. */
  readonly objects: readonly string[];
  readonly scenarios: readonly string[];
}

type Kind = Exclude<keyof UpgradeInputs, "example">;

const KINDS: Readonly<Record<string, Kind>> = {
  capture: "captures",
  configuration: "configurations",
  objects: "objects",
  pods: "objects",
  scenario: "scenarios",
};

export async function upgradeInputs(
  paths: readonly string[],
  example: string | undefined,
  io: Io,
): Promise<UpgradeInputs> {
  if (example !== undefined) return exampleInputs(example);
  const found = { captures: [], configurations: [], objects: [], scenarios: [] } as Record<
    Kind,
    string[]
  >;
  for (const path of paths) found[await kindOf(path, io)].push(path);
  return found;
}

const NOTHING: UpgradeInputs = { captures: [], configurations: [], objects: [], scenarios: [] };

/** A capture, or a cluster, that ships with the program. */
async function exampleInputs(name: string): Promise<UpgradeInputs> {
  if ((await listExamples()).some((example) => example.name === name)) {
    return { ...NOTHING, example: name };
  }
  const { objects, scenario } = await exampleScenario(name).catch(async (error: unknown) => {
    if (!(error instanceof SettingError)) throw error;
    return { objects: [await exampleCluster(name)], scenario: undefined };
  });
  return { ...NOTHING, objects, scenarios: scenario === undefined ? [] : [scenario] };
}

async function kindOf(path: string, io: Io): Promise<Kind> {
  if (path !== "-") {
    const file = await stat(path).catch(() => null);
    if (file === null) {
      const [problem, advice] = missingFile(path);
      throw inputFailure(`${path}: ${problem}; ${advice}.`);
    }
    if (file.isDirectory() || (await hasMembers(path))) return "objects";
  }
  const { row, bytes } = path === "-" ? await recognizedStdin(io) : await recognizedFile(path);
  const kind = KINDS[row?.format ?? ""];
  if (kind !== undefined) return kind;
  if (row === null && (await isConfiguration(path, textOfFile(bytes) ?? ""))) {
    return "configurations";
  }
  throw inputFailure(notTaken(nameOf(path), (row ?? identify(bytes)).words));
}
