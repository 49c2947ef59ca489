/** The passes of a kubelet's log, each with what the policy decides on its numbers. */

import { Detail } from "../../../assembly/abi.ts";
import type { Decision, Policy } from "../../engine/decision.ts";
import { EvictionEngine } from "../../engine/evictionEngine.ts";
import { takeStep } from "../../engine/step.ts";
import type { Capture, CaptureHeader } from "../../read/capture/capture.ts";
import { optionsOfHeader } from "../../read/capture/header.ts";
import { agreementOf, type Basis, type JournalStep } from "../../read/journal/agreement.ts";
import { PLAIN_MINOR } from "../../read/journal/entry.ts";
import { type GivenJournal, journalItems } from "../../read/journal/journalItems.ts";
import { LoggedPolicy } from "../../read/journal/loggedPolicy.ts";
import type { LoggedPass } from "../../read/journal/pass.ts";
import type { JournalItem } from "../../read/journal/passes.ts";
import { recordOf } from "../../read/journal/records.ts";
import { assumedRelease } from "../../text/assumedDefaults.ts";
import { formatRelease } from "../../text/release.ts";

/** What the log says about the node and its policy. */
export interface LoggedNode extends Pick<Capture, "header" | "options"> {
  /** What its configuration is called in sentences. */
  readonly origin: string;
}

/** A log, and the policy that decides on its numbers. */
export interface GivenSteps {
  readonly journal: GivenJournal;
  readonly core: WebAssembly.Module;
  /** Whether a configuration was given, or the log's own thresholds count. */
  readonly basis: Basis;
  readonly isReleaseGiven: boolean;
  /** Makes the policy, of the given configuration or else of the log's header. */
  readonly load: (
    known: LoggedNode,
  ) => Promise<{ readonly json: string; readonly notes: readonly string[] }>;
}

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

export async function* loggedSteps(
  given: GivenSteps,
): AsyncGenerator<JournalStep, void, undefined> {
  const policy = new JournalPolicy(given);
  for await (const item of journalItems(given.journal)) {
    if (item.kind === "start") {
      await policy.start(item);
      continue;
    }
    yield await policy.step(item.pass);
  }
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
  readonly #given: GivenSteps;
  readonly #name: string;
  readonly #basis: Basis;
  readonly #engine: EvictionEngine;
  readonly #logged = new LoggedPolicy();
  #version: string | null = null;
  #isConfigured = false;
  #isNearestNoted = false;
  /** Until when what came before the log may count; null before the first pass. */
  #pastUntil: bigint | null = null;
  #sawStart = false;

  constructor(given: GivenSteps) {
    this.#given = given;
    this.#name = given.journal.name;
    this.#basis = given.basis;
    this.#engine = new EvictionEngine(given.core);
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
    if (this.#given.isReleaseGiven) return;
    await this.#given.journal.notices.note([plainNote(this.#name)]);
  }

  /** A minimum reclaim holds a threshold that is met no more, and no line of a log has it. */
  #hasUnknownReclaim({ unresolved, met }: LoggedPass): boolean {
    if (this.#basis === "given") return false;
    return unresolved.some(({ signal }) => !met.some((each) => each.signal === signal));
  }

  async #configure(): Promise<void> {
    const version = this.#version;
    const header: CaptureHeader = {
      plimsoll: "capture/1",
      ...(version === null ? {} : { kubelet: version }),
      ...(this.#basis === "log" ? { config: this.#logged.configuration() } : {}),
    };
    const known = { header, options: optionsOfHeader(header), origin: "the log's own thresholds" };
    const loaded = await this.#given.load(known);
    if (!this.#isConfigured && !this.#sawStart) {
      await this.#given.journal.notices.note(loaded.notes);
    }
    this.#engine.configure(loaded.json);
    this.#isConfigured = true;
    if (this.#isNearestNoted) return;
    const notes = assumedRelease(this.#engine.report<Policy>().parse());
    this.#isNearestNoted = notes.length > 0;
    await this.#given.journal.notices.note(notes);
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
