/** The kernel in a replay: the process it would kill at a step, and whether it would be first. */
import { Detail } from "../../../assembly/abi.ts";
import type { Answer } from "../../engine/answer.ts";
import type { Decision, Policy } from "../../engine/decision.ts";
import type { OomEngine } from "../../engine/oomEngine.ts";
import type { Race } from "../../engine/oomRace.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import type { ReplayStep } from "../replay/replay.ts";
import { type OomRanking, oomRanking } from "./nodeRanking.ts";
import { type OomSettings, oomSettings, raceBetween, raceNode } from "./race.ts";
import { SpacedSteps } from "./spacedSteps.ts";
import { type ContainerTermination, ContainerTerminations } from "./terminations.ts";

/** What the kernel would do at one step; null where the documents lack what that needs. */
export interface OomView {
  /** Containers of which the pods so far say that they were killed; absent without any. */
  readonly terminations?: readonly ContainerTermination[];
  readonly ranking: OomRanking | null;
  readonly race: Race | null;
}

/** Where a pod of one container is throttled. */
export interface PodHigh {
  readonly uid: string;
  readonly highBytes: number;
}

/** Null where the two steps do not show how much memory the pod used. */
function throttleOf({ uid, highBytes }: PodHigh, before: Decision, now: Decision) {
  const usageIn = (decision: Decision) =>
    rankedResource(decision) === "memory"
      ? decision.ranking?.find((pod) => pod.uid === uid)?.usage
      : undefined;
  const [firstBytes, secondBytes] = [usageIn(before), usageIn(now)];
  if (firstBytes === undefined || secondBytes === undefined) return null;
  return { highBytes, firstBytes, secondBytes };
}

/** Follows a replay step by step. */
export class NodeOom {
  readonly #engine: OomEngine;
  readonly #policy: Policy;
  readonly #settings: OomSettings;
  readonly #kernel: string | undefined;
  readonly #terminations = new ContainerTerminations();
  #steps = 0;
  #pods: Uint8Array | null = null;
  readonly #spaced = new SpacedSteps<Answer<Decision>>();
  /** The last step from which a fall up to now can be read off. */
  #before: Answer<Decision> | null = null;
  #now: Answer<Decision> | null = null;

  /** `configuration`: as the core takes it. `kernel`: its release, or the newest rules. */
  constructor(engine: OomEngine, policy: Policy, configuration: string, kernel?: string) {
    this.#engine = engine;
    this.#policy = policy;
    this.#settings = oomSettings(configuration);
    this.#kernel = kernel;
  }

  /** The v1 PodList in force. */
  get pods(): Uint8Array | null {
    return this.#pods;
  }

  /** The records of the replay, of which the pods in force are kept. */
  async *noting(
    records: AsyncIterable<CaptureRecord>,
  ): AsyncGenerator<CaptureRecord, void, undefined> {
    for await (const record of records) {
      if (record.pods !== undefined) {
        this.#pods = record.pods;
        this.#terminations.note(record.pods, this.#steps);
      }
      this.#steps += 1;
      yield record;
    }
  }

  /** Takes each step, while the engine holds its decision. */
  take(step: ReplayStep): void {
    const decision = step.decision(Detail.Arithmetic);
    if (decision === null) return;
    this.#before = this.#spaced.take(step.time, decision);
    this.#now = decision;
  }

  /** The race at the step taken last; with its Summary, one lane for each that may act. */
  race(summary: Uint8Array | null = null, high: PodHigh | null = null): Race | null {
    if (this.#before === null || this.#now === null) return null;
    const [before, now] = [this.#before.parse(), this.#now.parse()];
    const node = summary === null ? null : raceNode(now, summary);
    const throttle = high === null ? null : throttleOf(high, before, now);
    const further = {
      ...(node === null ? {} : { node }),
      ...(throttle === null ? {} : { throttle }),
    };
    return raceBetween(before, now, this.#policy, this.#settings, this.#engine, further);
  }

  /** The view for the last step; `decision` is that of the step in full detail. */
  view(decision: Decision, summary: Uint8Array | null, high?: PodHigh | null): OomView {
    const ranking =
      summary === null
        ? null
        : oomRanking(
            {
              decision,
              summary,
              pods: this.#pods,
              kubelet: this.#policy.kubeletVersion,
              settings: this.#settings,
              ...(this.#kernel === undefined ? {} : { kernel: this.#kernel }),
            },
            this.#engine,
          );
    const terminations = this.#terminations.all;
    return {
      ...(terminations.length === 0 ? {} : { terminations }),
      ranking,
      race: this.race(summary, high ?? null),
    };
  }
}
