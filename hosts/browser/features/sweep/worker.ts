import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { FrozenCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { comparableEnds, type RecordedEnd } from "../../../../analysis/questions/replay/parting.ts";
import type { SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import { evictedIn, refusedCell } from "../../../../analysis/questions/sweep/cellCounter.ts";
import { packedCapture } from "../../../../analysis/questions/sweep/packedCapture.ts";
import { withSettings } from "../../../../analysis/questions/sweep/setting.ts";
import { sweepParts } from "../../../../analysis/questions/sweep/sweepParts.ts";
import {
  ConfigurationError,
  type ModuleOptions,
} from "../../../../analysis/read/kubelet/configuration.ts";
import type { PolicyInput, SweepAxis, Swept } from "../../session/protocol.ts";
import { Superseded } from "../../session/turns.ts";
import type { Handlers } from "../../worker/handlers.ts";
import { policyJson } from "../../worker/policyJson.ts";
import { reportProgress } from "../../worker/replies.ts";
import type { Session } from "../../worker/session.ts";
import { SweepPool, workerCount } from "./pool.ts";

export const HANDLERS: Handlers<"sweep" | "stopSweep"> = {
  sweep: async (session, { policy, axes }, reply) => {
    const total = axes.reduce((product, { values }) => product * values.length, 1);
    const sweeps = sweepsOf(session);
    session.untilRead.addEventListener("abort", () => sweeps.stop(), { once: true });
    const progress = reportProgress(reply, total);
    const swept = await sweeps.sweep(session.inForce, policy, axes, progress);
    reply({ kind: "swept", swept });
  },
  stopSweep: (session, _, reply) => {
    sweepsOf(session).stop();
    reply({ kind: "stopped" });
  },
};

function sweepsOf(session: Session): Sweeps {
  return session.keep(Sweeps, () => new Sweeps(session.core));
}

/** Runs a policy with one or two of its settings at every value of a range. */
export class Sweeps {
  readonly #core: WebAssembly.Module;
  #engine: EvictionEngine | null = null;
  #pool: SweepPool | null = null;

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  /** Throws EngineError or ConfigurationError for a policy that is refused as it is. */
  async sweep(
    capture: FrozenCapture,
    policy: PolicyInput,
    axes: readonly SweepAxis[],
    progress: (done: number) => void,
  ): Promise<Swept> {
    this.stop();
    const began = performance.now();
    const cells: SweptCell[] = [];
    const jobs: { readonly at: number; readonly json: string }[] = [];
    for (const [at, text] of this.#texts(policy, capture.options, axes).entries()) {
      try {
        jobs.push({ at, json: policyJson({ ...policy, text }, capture.options).json });
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        cells[at] = refusedCell(error.message);
      }
    }
    const workers = workerCount(capture, jobs.length, navigator.hardwareConcurrency);
    const pool = new SweepPool(workers);
    this.#pool = pool;
    let done = 0;
    const jsons = jobs.map(({ json }) => json);
    const recorded = this.#recordedIn(capture, policy);
    await pool.run(this.#core, { capture, recorded }, jsons, (index, cell) => {
      cells[jobs[index]?.at ?? 0] = cell;
      done++;
      progress(done);
    });
    this.stop();
    return { axes, cells, workers, milliseconds: performance.now() - began };
  }

  stop(): void {
    this.#pool?.close(new Superseded("The sweep was stopped."));
    this.#pool = null;
  }

  /** The recorded evictions that tell its cells apart. */
  #recordedIn(capture: FrozenCapture, policy: PolicyInput): readonly RecordedEnd[] {
    const { ends } = capture;
    if (ends.length === 0) return ends;
    this.#engine ??= new EvictionEngine(this.#core);
    const { json } = policyJson(policy, capture.options);
    const inForce = { json, state: null };
    const [part] = sweepParts([this.#engine], packedCapture(capture), [inForce]);
    return comparableEnds(ends, new Set(evictedIn(part)));
  }

  /** One text for each cell, row by row. */
  #texts(policy: PolicyInput, options: ModuleOptions, axes: readonly SweepAxis[]): string[] {
    this.#engine ??= new EvictionEngine(this.#core);
    const inForce = this.#engine.configure(policyJson(policy, options).json);
    const [rows, columns] = axes.map(({ setting, values }) =>
      values.map((value) => ({ setting, value })),
    );
    return (rows ?? []).flatMap((row) =>
      (columns ?? [null]).map((column) =>
        withSettings(policy.text, inForce, column === null ? [row] : [row, column]),
      ),
    );
  }
}
