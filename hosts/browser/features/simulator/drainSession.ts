import type { Drain, DrainRequest } from "../../../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { drainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { SCHEDULED_OWNERS } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { type ReadCluster, readCluster } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

type DrainOpen = Extract<ClusterRequest, { readonly kind: "drain" }>;

/** The drain of a node in the worker, as `plimsoll drain` answers it without flags. */
export class DrainSession {
  readonly #engine: SchedulerEngine;
  readonly #read: ReadCluster;
  readonly #request: DrainRequest;
  readonly drain: Drain;

  static async begin({ texts, cluster, node }: DrainOpen): Promise<DrainSession> {
    const engine = new SchedulerEngine(cluster);
    const read = await readCluster(texts.objects, engine, SCHEDULED_OWNERS);
    return new DrainSession(engine, read, node);
  }

  private constructor(engine: SchedulerEngine, read: ReadCluster, node: string) {
    this.#engine = engine;
    this.#read = read;
    this.#request = { node, ignoreDaemonSets: false, deleteEmptyDir: false, force: false };
    engine.configure(read.configuration);
    this.drain = engine.drain(this.#request).parse();
  }

  get notes(): readonly string[] {
    return this.#read.notes;
  }

  /** It yields how many drains were tried. */
  *search(): Generator<number, ClusterAnswer> {
    const found = yield* drainRemedies({
      engine: this.#engine,
      configuration: this.#read.configuration,
      documents: this.#read.documents,
      request: this.#request,
      drain: this.drain,
    });
    return { kind: "drainRemedies", found };
  }
}
