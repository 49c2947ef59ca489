import type { Drain, DrainRequest } from "../../../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { drainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { documentsOf } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

type DrainOpen = Extract<ClusterRequest, { readonly kind: "drain" }>;

/** The drain of a node in the worker, as `plimsoll drain` answers it without flags. */
export class DrainSession {
  readonly #engine: SchedulerEngine;
  readonly #documents: readonly Uint8Array[];
  readonly #request: DrainRequest;
  readonly drain: Drain;

  static async begin({ texts, cluster, node }: DrainOpen): Promise<DrainSession> {
    const engine = new SchedulerEngine(cluster);
    const documents = await documentsOf(texts.objects, engine.splitter);
    return new DrainSession(engine, documents, node);
  }

  private constructor(engine: SchedulerEngine, documents: readonly Uint8Array[], node: string) {
    this.#engine = engine;
    this.#documents = documents;
    this.#request = { node, ignoreDaemonSets: false, deleteEmptyDir: false, force: false };
    engine.configure(null);
    for (const document of documents) engine.objects(document);
    this.drain = engine.drain(this.#request).parse();
  }

  /** It yields how many drains were tried. */
  *search(): Generator<number, ClusterAnswer> {
    const found = yield* drainRemedies({
      engine: this.#engine,
      configuration: null,
      documents: this.#documents,
      request: this.#request,
      drain: this.drain,
    });
    return { kind: "drainRemedies", found };
  }
}
