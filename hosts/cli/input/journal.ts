import type { PolicyOptions } from "../../../analysis/questions/options/policy.ts";
import { loggedSteps } from "../../../analysis/questions/replay/loggedSteps.ts";
import type { Basis, JournalStep } from "../../../analysis/read/journal/agreement.ts";
import { journalItems as readItems } from "../../../analysis/read/journal/journalItems.ts";
import type { JournalItem } from "../../../analysis/read/journal/passes.ts";
import type { ConfigurationText } from "../../../analysis/read/kubelet/configuration.ts";
import { plainChunks } from "../../system/captureFile.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { SYSTEM_CLOCK } from "../../system/systemClock.ts";
import { printedNotices } from "../notes.ts";
import { refuseGiven } from "./givenInstead.ts";
import { flagsOfOptions } from "./kubeletFlags.ts";
import { configurationText, loadPolicy } from "./policy.ts";

export interface JournalOptions extends PolicyOptions {
  readonly config?: readonly string[];
  /** What counts as `--config` where none is given. */
  readonly configuration?: ConfigurationText | undefined;
}

/** A log from a file, a pipe or the journal. */
export interface JournalSource {
  readonly name: string;
  /** The path of a file that was given as a log. */
  readonly path?: string;
  /** Lines of other nodes are left out; null for a log of one node. */
  readonly node: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export function journalFile(path: string): JournalSource {
  return { name: nameOf(path), path, node: null, chunks: plainChunks(path) };
}

export interface Journal {
  readonly name: string;
  readonly basis: Basis;
  readonly steps: AsyncGenerator<JournalStep, void, undefined>;
}

export async function openJournal(
  source: JournalSource,
  options: JournalOptions,
  io: Io,
): Promise<Journal> {
  const isGiven =
    options.config !== undefined ||
    options.configuration !== undefined ||
    options.configDir !== undefined ||
    flagsOfOptions(options).length > 0;
  const basis = isGiven ? "given" : "log";
  const [path] = options.config ?? [];
  const steps = loggedSteps({
    journal: journalOf(source, io),
    core: await loadModule("eviction"),
    basis,
    isReleaseGiven: Boolean(options.kubeletVersion),
    load: async (known) => {
      const config = path === undefined ? options.configuration : await configurationText(path, io);
      return loadPolicy(config, options, known, io);
    },
  });
  return { name: source.name, basis, steps: named(steps, source) };
}

export function journalItems(
  source: JournalSource,
  io: Io,
): AsyncGenerator<JournalItem, void, undefined> {
  return named(readItems(journalOf(source, io)), source);
}

function journalOf({ name, path, node, chunks }: JournalSource, io: Io) {
  const refuse = path === undefined ? {} : { refuseOther: () => refuseGiven(path, "log") };
  return {
    ...{ name, node, chunks: ofLog(chunks, path), now: SYSTEM_CLOCK.now() },
    ...{ notices: printedNotices(io), ...refuse },
  };
}

/** What is not read as a log may be another kind of file. */
async function* ofLog(chunks: AsyncIterable<Uint8Array>, path: string | undefined) {
  try {
    yield* chunks;
  } catch (error) {
    if (path !== undefined) await refuseGiven(path, "log");
    throw error;
  }
}

/** The file is named in errors of the system. */
async function* named<T>(
  items: AsyncIterable<T>,
  { name }: JournalSource,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* items;
  } catch (error) {
    throw withPath(error, name);
  }
}
