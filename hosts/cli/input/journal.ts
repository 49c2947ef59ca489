import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import type { Decision } from "../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { takeStep } from "../../../analysis/engine/step.ts";
import type { PolicyOptions } from "../../../analysis/questions/options/policy.ts";
import { lineOfNode } from "../../../analysis/read/bundle/nodeLines.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { optionsOfHeader } from "../../../analysis/read/capture/header.ts";
import { linesOf } from "../../../analysis/read/capture/lines.ts";
import {
  agreementOf,
  type Basis,
  type JournalStep,
} from "../../../analysis/read/journal/agreement.ts";
import { assumedTimes, LogClock } from "../../../analysis/read/journal/clock.ts";
import { PLAIN_MINOR } from "../../../analysis/read/journal/entry.ts";
import { LoggedPolicy } from "../../../analysis/read/journal/loggedPolicy.ts";
import type { LoggedPass } from "../../../analysis/read/journal/pass.ts";
import {
  type JournalItem,
  LINE_BYTES_MAX,
  PassReader,
} from "../../../analysis/read/journal/passes.ts";
import { recordOf } from "../../../analysis/read/journal/records.ts";
import type { ConfigurationText } from "../../../analysis/read/kubelet/configuration.ts";
import { plural } from "../../../analysis/text/amount.ts";
import { followedRelease, formatRelease } from "../../../analysis/text/release.ts";
import { shortened } from "../../../analysis/text/shortened.ts";
import { Detail } from "../../../assembly/abi.ts";
import { plainChunks } from "../../system/captureFile.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { SYSTEM_CLOCK } from "../../system/systemClock.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
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

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

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
  const policy = new JournalPolicy(
    source.name,
    options,
    basis,
    new EvictionEngine(await loadModule("eviction")),
    io,
  );
  return { name: source.name, basis, steps: stepsOfJournal(source, policy, io) };
}

async function* stepsOfJournal(
  source: JournalSource,
  policy: JournalPolicy,
  io: Io,
): AsyncGenerator<JournalStep, void, undefined> {
  for await (const item of journalItems(source, io)) {
    if (item.kind === "start") {
      await policy.start(item);
      continue;
    }
    yield await policy.step(item.pass);
  }
}

/** Reads the log once, a line at a time; ends with a Failure when no line is a kubelet's. */
export async function* journalItems(
  { name, path, node, chunks }: JournalSource,
  io: Io,
): AsyncGenerator<JournalItem, void, undefined> {
  const clock = new LogClock(SYSTEM_CLOCK.now());
  const reader = new PassReader(clock);
  const decoder = new TextDecoder();
  let [lines, long, passes] = [0, 0, 0];
  let isCut = false;
  const counted = (items: readonly JournalItem[]) => {
    passes += items.filter(({ kind }) => kind === "pass").length;
    return items;
  };
  try {
    for await (const line of linesOf(chunks, LINE_BYTES_MAX)) {
      isCut = line.ending === "cut-off";
      const text = decoder.decode(line.bytes);
      const own = node === null || line.tooLong ? text : lineOfNode(text, node);
      if (own === null) continue;
      lines += 1;
      if (line.tooLong) long += 1;
      else yield* counted(reader.take(own, line.number));
    }
  } catch (error) {
    if (path !== undefined) await refuseGiven(path, "log");
    throw withPath(error, name);
  }
  yield* counted(reader.end());
  if (passes === 0 && path !== undefined) await refuseGiven(path, "log");
  await printWarnings(
    [
      ...(isCut ? [`${name}: its compressed data is truncated after line ${lines}.`] : []),
      ...(long > 0 ? [`${name}: ${plural(long, "line")} of more than 1 MiB left out.`] : []),
    ],
    io,
  );
  await printNotes([...assumedTimes(name, clock), ...unknownLines(name, reader)], io);
  if (passes > 0) return;
  const ofNode = node === null ? "" : ` of ${node}`;
  const { first, lines: related } = reader.nearby;
  const found =
    first === undefined && reader.unknown === null
      ? "from a kubelet's eviction manager"
      : "from a pass of a kubelet's eviction manager " +
        (first === undefined
          ? "that says what it decided"
          : `(${plural(related, "related line")} found; ${first.what}: ${first.text})`);
  const none = lines === 1 ? `its only line${ofNode} is not` : `none of ${lines} lines${ofNode} is`;
  throw inputFailure(
    `${name}: ${none} ${found}; give the ` +
      "kubelet's log (journalctl -u kubelet) of a time when a resource was short, or one of --v=3.",
  );
}

const UNKNOWN_SHOWN = 120;

function unknownLines(name: string, { unknown }: PassReader): string[] {
  if (unknown === null) return [];
  const { count, line, message } = unknown;
  const are = plural(count, "line of the eviction manager is", "lines of the eviction manager are");
  const shown = shortened(message, UNKNOWN_SHOWN);
  return [`${name}: ${are} not understood and left out; the first is line ${line}: ${shown}`];
}

/** What a log is read by whose lines have their values in the sentences. */
export const PLAIN_VERSION = `v${formatRelease(PLAIN_MINOR)}`;

/** The note about a log without the line with the kubelet's version. */
export function plainNote(name: string): string {
  const release = formatRelease(PLAIN_MINOR);
  return (
    `${name}: the format is that of kubelets up to ${release}; assuming ${release}. Give ` +
    "--kubelet-version for another release."
  );
}

/** The engine under the policy that is given, or under that of the log as far as it is known. */
class JournalPolicy {
  readonly #name: string;
  readonly #options: JournalOptions;
  readonly #basis: Basis;
  readonly #engine: EvictionEngine;
  readonly #io: Io;
  readonly #logged = new LoggedPolicy();
  #version: string | null = null;
  #isConfigured = false;
  #isNearestNoted = false;
  /** Until when what came before the log may count; null before the first pass. */
  #pastUntil: bigint | null = null;
  #sawStart = false;

  constructor(name: string, options: JournalOptions, basis: Basis, engine: EvictionEngine, io: Io) {
    this.#name = name;
    this.#options = options;
    this.#basis = basis;
    this.#engine = engine;
    this.#io = io;
  }

  async start({ nodeConfig, version }: Extract<JournalItem, { kind: "start" }>): Promise<void> {
    this.#version = version ?? this.#version;
    this.#logged.start(nodeConfig);
    this.#sawStart = true;
    this.#pastUntil = null;
    this.#isConfigured = false;
  }

  async step(pass: LoggedPass): Promise<JournalStep> {
    const engine = this.#engine;
    const isNew = this.#basis === "log" && this.#logged.learn(pass);
    await this.#learnRelease(pass);
    if (!this.#isConfigured || isNew) await this.#configure();
    const record = recordOf(pass);
    this.#pastUntil ??= this.#sawStart ? record.time : record.time + this.#memory();
    const { action } = takeStep(engine, record);
    const decision = action === null ? null : engine.report<Decision>(Detail.Arithmetic).parse();
    const agreement = agreementOf(pass, decision, {
      thresholds: this.#basis === "given" || this.#logged.isKnown,
      conditions: this.#basis === "given",
      isExcused: record.time < this.#pastUntil || this.#hasUnknownReclaim(pass),
    });
    return { pass, engine, decision, agreement };
  }

  /** Only for logs with numbers; a log without numbers is not compared. */
  async #learnRelease({ isPlain, observations }: LoggedPass): Promise<void> {
    if (!isPlain || this.#version !== null || observations.size === 0) return;
    this.#version = PLAIN_VERSION;
    this.#isConfigured = false;
    if (this.#options.kubeletVersion !== undefined) return;
    await printNotes([plainNote(this.#name)], this.#io);
  }

  /** A minimum reclaim holds a threshold that is met no more, and no line of a log has it. */
  #hasUnknownReclaim({ unresolved, met }: LoggedPass): boolean {
    if (this.#basis === "given") return false;
    return unresolved.some(({ signal }) => !met.some((each) => each.signal === signal));
  }

  async #configure(): Promise<void> {
    const [path] = this.#options.config ?? [];
    const version = await this.#followedVersion();
    const header: CaptureHeader = {
      plimsoll: "capture/1",
      ...(version === null ? {} : { kubelet: version }),
      ...(this.#basis === "log" ? { config: this.#logged.configuration() } : {}),
    };
    const known = { header, options: optionsOfHeader(header), origin: "the log's own thresholds" };
    const { configuration } = this.#options;
    const config = path === undefined ? configuration : await configurationText(path, this.#io);
    const loaded = await loadPolicy(config, this.#options, known, this.#io);
    if (!this.#isConfigured && !this.#sawStart) await printNotes(loaded.notes, this.#io);
    this.#engine.configure(loaded.json);
    this.#isConfigured = true;
  }

  /** The log's own release, or the nearest one, with a note. */
  async #followedVersion(): Promise<string | null> {
    if (this.#version === null || this.#options.kubeletVersion) return this.#version;
    const { release, note = null } =
      followedRelease("the kubelet", this.#version, RELEASES.eviction) ?? {};
    if (note === null) return this.#version;
    if (!this.#isNearestNoted) await printNotes([`${this.#name}: ${note}`], this.#io);
    this.#isNearestNoted = true;
    return `v${release}.0`;
  }

  /** How long the policy remembers: conditions, and first observations of soft thresholds. */
  #memory(): bigint {
    const { pressureTransitionPeriodSeconds, thresholds } = this.#engine
      .report<{
        readonly pressureTransitionPeriodSeconds: number;
        readonly thresholds: readonly { readonly gracePeriodSeconds: number }[];
      }>()
      .parse();
    const periods = thresholds.map(({ gracePeriodSeconds }) => gracePeriodSeconds);
    const longest = Math.max(pressureTransitionPeriodSeconds, ...periods);
    return BigInt(Math.ceil(longest)) * NANOSECONDS_PER_SECOND;
  }
}
