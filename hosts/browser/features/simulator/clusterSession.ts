/** One cluster in the worker: simulated, searched for what ends it, changed and explained. */

import type { Decision } from "../../../../analysis/engine/decision.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import type { RefusedPod } from "../../../../analysis/engine/simulatorEvent.ts";
import { refusalGroups } from "../../../../analysis/questions/schedule/refusalGroups.ts";
import type { ClusterRun } from "../../../../analysis/questions/simulate/moments.ts";
import { goalOf } from "../../../../analysis/questions/simulate/remedies/goal.ts";
import { simulateRemedies } from "../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
import { SimulatedCluster } from "../../../../analysis/questions/simulate/simulatedCluster.ts";
import {
  load,
  type Simulation,
  simulate,
} from "../../../../analysis/questions/simulate/simulation.ts";
import { explainedSituation } from "../../../../analysis/questions/simulate/situation.ts";
import { searchWords } from "../../../../analysis/questions/simulate/verdictWords.ts";
import { SIMULATED_OWNERS } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { createsCluster, readScenario } from "../../../../analysis/read/objects/scenario.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { readCluster } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";
import { SCENARIO_ALONE } from "./words.ts";

type Open = Extract<ClusterRequest, { readonly kind: "open" }>;
type Explain = Extract<ClusterRequest, { readonly kind: "explain" }>;
type Refusals = Extract<ClusterRequest, { readonly kind: "refusals" }>;

/** How long before its end the decision on a pod may have been made, tried in this order. */
const ENDING_SECONDS = [0.001, 1.001, 2.001, 5, 10, 31, 61];

/** How long before its event an attempt is repeated: afterwards pods may have been preempted. */
const ATTEMPT_SECONDS = [0, 1e-6];

/** What a session works with. */
interface Opened {
  readonly loop: WebAssembly.Module;
  readonly engine: SimulatorEngine;
  readonly core: EvictionEngine;
  readonly notes: readonly string[];
}

export class ClusterSession {
  /** What is inferred, assumed and followed. */
  readonly notes: readonly string[];
  readonly #loop: WebAssembly.Module;
  readonly #engine: SimulatorEngine;
  readonly #core: EvictionEngine;
  readonly #cluster: Simulation;
  #simulated: SimulatedCluster | null = null;
  #changed: readonly Simulation[] = [];

  static async begin({ texts, loop, core }: Open): Promise<ClusterSession> {
    const engine = new SimulatorEngine(loop);
    const { notes, ...read } = await readCluster(texts.objects, engine, SIMULATED_OWNERS);
    const { scenario } = readScenario({ name: "scenario.yaml", text: texts.scenario ?? "{}" });
    if (read.documents.length === 0 && !createsCluster(scenario)) {
      throw new UnreadableError(SCENARIO_ALONE);
    }
    const session = { loop, engine, core: new EvictionEngine(core), notes };
    return new ClusterSession(session, { ...read, scenario });
  }

  private constructor({ loop, engine, core, notes }: Opened, cluster: Simulation) {
    this.notes = notes;
    this.#loop = loop;
    this.#engine = engine;
    this.#core = core;
    this.#cluster = cluster;
  }

  /** As it is, or with a change that was found, for as long. */
  run(change: number | null): ClusterRun {
    if (change === null) return this.#own().run(null);
    return this.#simulate(this.#clusterOf(change)).run(this.#own());
  }

  #own(): SimulatedCluster {
    this.#simulated ??= this.#simulate(this.#cluster);
    return this.#simulated;
  }

  #simulate(cluster: Simulation): SimulatedCluster {
    return new SimulatedCluster(this.#engine, this.#core, cluster);
  }

  #clusterOf(change: number | null): Simulation {
    const cluster = change === null ? this.#cluster : this.#changed[change];
    if (cluster === undefined) throw new Error(`There is no change ${change}.`);
    return cluster;
  }

  explained(request: Explain): ClusterAnswer {
    const { time, pod } = request;
    const last = this.#decisionAt(request, time);
    if (pod === null) return { kind: "explained", time, decision: last };
    // An eviction is reported when the pod has ended: the decision was made before.
    for (const seconds of ENDING_SECONDS) {
      const before = time - seconds;
      if (before <= 0) break;
      const decision = this.#decisionAt(request, before);
      if (decision.evictions.some((each) => podText(each) === pod)) {
        return { kind: "explained", time: before, decision };
      }
    }
    return { kind: "explained", time, decision: last };
  }

  #decisionAt({ node, change }: Explain, time: number): Decision {
    load(this.#engine, this.#clusterOf(change));
    simulate(this.#engine, time, () => {});
    const { bytes } = this.#engine.situation(node);
    return explainedSituation(this.#core, bytes).parse();
  }

  /** The attempt once more, where its words are the same. */
  refusals(request: Refusals): ClusterAnswer {
    for (const seconds of ATTEMPT_SECONDS) {
      const refused = this.#refusedAt(request, request.time - seconds);
      if (refused?.message !== request.message) continue;
      return { kind: "refusals", groups: refusalGroups(refused.nodes) };
    }
    return { kind: "refusals", groups: null };
  }

  /** Null for a pod that does not wait then. */
  #refusedAt({ pod, change }: Refusals, time: number): RefusedPod | null {
    load(this.#engine, this.#clusterOf(change));
    simulate(this.#engine, time, () => {});
    try {
      return this.#engine.scheduling(pod).parse();
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  /** With an engine of its own: meanwhile moments are explained. It yields how many were tried. */
  *search(): Generator<number, ClusterAnswer> {
    const { collector, verdict, untilSeconds } = this.#own();
    const goal = goalOf(verdict);
    if (goal === null) throw new Error(`Nothing ends a cluster that ${verdict.verdict}.`);
    const core = this.#core;
    const found = yield* simulateRemedies({
      goal,
      engine: new SimulatorEngine(this.#loop),
      cluster: this.#cluster,
      untilSeconds,
      participants: collector.participantsIn(verdict),
      events: collector.events,
      policyOf: (configuration) => core.configure(configuration ?? {}),
    });
    this.#changed = found.simulations;
    const { remedies } = found;
    return { kind: "remedies", found: { remedies, words: searchWords(found, goal) } };
  }
}
