/** What an upgrade is asked about: each file by what it is. */

import { stat } from "node:fs/promises";
import { dirname, isAbsolute, sep } from "node:path";
import { notRead, notTaken } from "../../../../analysis/questions/upgrade/notTaken.ts";
import { FILES_MAX } from "../../../../analysis/read/bundle/looseFiles.ts";
import { identify } from "../../../../analysis/read/recognize/identify.ts";
import { isConfiguration } from "../../../../analysis/read/recognize/isConfiguration.ts";
import { SettingError } from "../../../system/errors.ts";
import {
  exampleCluster,
  exampleClusterNames,
  exampleScenario,
  listExamples,
  noSuchExample,
} from "../../../system/examples.ts";
import { eachOnce, fileSentence, missingFile, nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { refuseMany } from "../../input/configurationFiles.ts";
import { hasMembers, recognizedFile, recognizedStdin } from "../../input/formatOfFile.ts";
import { type LooseFiles, looseFiles } from "../../input/looseFiles.ts";

/**
 * Names for sentences: an answer is handed on without the folders of a machine, unless two files
 * are called the same.
 */
export function inputNames(paths: readonly string[]): (path: string) => string {
  const all = [...new Set(paths)];
  return (path) => {
    const shortened = (each: string, folders: number) =>
      isAbsolute(each)
        ? each
            .split(sep)
            .slice(-1 - folders)
            .join(sep)
        : nameOf(each);
    let folders = 0;
    const isTaken = (name: string) =>
      all.some((other) => other !== path && shortened(other, folders) === name);
    while (isTaken(shortened(path, folders)) && folders < path.length) folders += 1;
    return shortened(path, folders);
  };
}

/** Paths, in the order in which they were given. */
export interface UpgradeInputs {
  /** A capture that ships with the program. */
  readonly example?: string;
  readonly captures: readonly string[];
  /** Bare documents of nodes: Summaries, and PodLists next to them. */
  readonly summaries: readonly string[];
  readonly podLists: readonly string[];
  readonly configurations: readonly string[];
  /** Files, folders and archives of one cluster. */
  readonly objects: readonly string[];
  readonly scenarios: readonly string[];
  /** Why files of a folder are left out, in sentences. */
  readonly leftOut: readonly string[];
}

type Kind = Exclude<keyof UpgradeInputs, "example" | "leftOut">;

const KINDS: Readonly<Record<string, Kind>> = {
  capture: "captures",
  configuration: "configurations",
  objects: "objects",
  pods: "podLists",
  scenario: "scenarios",
  summary: "summaries",
};

export async function upgradeInputs(
  paths: readonly string[],
  example: string | undefined,
  io: Io,
): Promise<UpgradeInputs> {
  if (example !== undefined) return exampleInputs(example);
  const all: Taken[] = [];
  const leftOut: string[] = [];
  for (const path of await eachOnce(paths)) {
    const taken: Taken[] = [];
    const { paths: members, unread } = await membersOf(path);
    const left = unread.map(({ path: name, problem }) => notRead(name, problem));
    for (const member of members) {
      const kind = await kindOfMember(member, io);
      if (typeof kind === "string") taken.push({ kind, path: member });
      else left.push(kind.sentence);
    }
    if (taken.length > 0) {
      all.push(...taken);
      leftOut.push(...left);
      continue;
    }
    const kind = await kindOf(path, io);
    if (typeof kind !== "string") throw inputFailure(kind.sentence);
    all.push({ kind, path });
  }
  return { ...(await byKind(all)), leftOut };
}

interface Taken {
  readonly kind: Kind;
  readonly path: string;
}

/** A PodList is that of the Summaries in its folder; without any, it has objects of a cluster. */
async function byKind(all: readonly Taken[]): Promise<Record<Kind, readonly string[]>> {
  const folders = new Set(
    all.flatMap(({ kind, path }) => (kind === "summaries" ? [dirname(path)] : [])),
  );
  const isOfSummaries = (path: string) => folders.size === 1 || folders.has(dirname(path));
  const of = (wanted: Kind) =>
    eachOnce(
      all.flatMap(({ kind, path }) => {
        const isLoose = kind === "podLists" && !isOfSummaries(path);
        return (isLoose ? "objects" : kind) === wanted ? [path] : [];
      }),
    );
  return {
    ...{ captures: await of("captures"), summaries: await of("summaries") },
    ...{ podLists: await of("podLists"), configurations: await of("configurations") },
    ...{ objects: await of("objects"), scenarios: await of("scenarios") },
  };
}

/** The files of a folder, unless it is a bundle or has so many that it is taken as a whole. */
async function membersOf(path: string): Promise<LooseFiles> {
  const isDirectory = (await stat(path).catch(() => null))?.isDirectory() === true;
  const files = path === "-" || !isDirectory ? null : await looseFiles(path);
  if (files !== null) refuseMany(path, files.paths.length);
  return files === null || files.paths.length > FILES_MAX ? { paths: [], unread: [] } : files;
}

const NOTHING: UpgradeInputs = {
  ...{ captures: [], summaries: [], podLists: [], configurations: [] },
  ...{ objects: [], scenarios: [], leftOut: [] },
};

/** A capture, or a cluster, that ships with the program. */
async function exampleInputs(name: string): Promise<UpgradeInputs> {
  const captures = (await listExamples()).map((example) => example.name);
  if (captures.includes(name)) return { ...NOTHING, example: name };
  const clusters = await exampleClusterNames();
  if (!clusters.includes(name)) throw noSuchExample("example", name, [...captures, ...clusters]);
  const { objects, scenario } = await exampleScenario(name).catch(async (error: unknown) => {
    if (!(error instanceof SettingError)) throw error;
    return { objects: [await exampleCluster(name)], scenario: undefined };
  });
  return { ...NOTHING, objects, scenarios: scenario === undefined ? [] : [scenario] };
}

/** A file of a folder that cannot be read is named, and the others are read. */
async function kindOfMember(path: string, io: Io): ReturnType<typeof kindOf> {
  try {
    return await kindOf(path, io);
  } catch (error) {
    const sentence = fileSentence(error);
    if (sentence === null) throw error;
    return { sentence };
  }
}

/** Or why the file is not taken. */
async function kindOf(path: string, io: Io): Promise<Kind | { readonly sentence: string }> {
  if (path !== "-") {
    const file = await stat(path).catch(() => null);
    if (file === null) {
      const [problem, advice] = missingFile(path);
      throw inputFailure(`${path}: ${problem}; ${advice}.`);
    }
    if (file.isDirectory() || (await hasMembers(path))) return "objects";
  }
  const recognized = path === "-" ? await recognizedStdin(io) : await recognizedFile(path);
  if (await isConfiguration(path, recognized)) return "configurations";
  const { row, bytes } = recognized;
  const kind = KINDS[row?.format ?? ""];
  return kind ?? { sentence: notTaken(nameOf(path), (row ?? identify(bytes)).words) };
}
