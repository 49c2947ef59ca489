import type { Drain, DrainRequest } from "../../../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { drainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { Turns } from "../../session/turns.ts";
import { documentsOf } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

type DrainOpen = Extract<ClusterRequest, { readonly kind: "drain" }>;
type Reply = (answer: ClusterAnswer) => void;

/** The drain of a node in the worker, as `plimsoll drain` answers it without flags. */
export class DrainSession {
  readonly #engine: SchedulerEngine;
  readonly #documents: readonly Uint8Array[];
  readonly #request: DrainRequest;
  readonly #drain: Drain;

  static async begin({ texts, cluster, node }: DrainOpen): Promise<DrainSession> {
    const engine = new SchedulerEngine(cluster);
    const documents = await documentsOf(texts.objects, engine.inputCapacity);
    return new DrainSession(engine, documents, node);
  }

  private constructor(engine: SchedulerEngine, documents: readonly Uint8Array[], node: string) {
    this.#engine = engine;
    this.#documents = documents;
    this.#request = { node, ignoreDaemonSets: false, deleteEmptyDir: false, force: false };
    engine.configure(null);
    for (const document of documents) engine.objects(document);
    this.#drain = engine.drain(this.#request).parse();
  }

  async answer(request: ClusterRequest, reply: Reply): Promise<void> {
    switch (request.kind) {
      case "drain":
        return reply({ kind: "drained", drain: this.#drain });
      case "search":
        return this.#search(reply);
      default:
        throw new Error(`A drain does not answer ${request.kind}.`);
    }
  }

  async #search(reply: Reply): Promise<void> {
    const search = drainRemedies({
      engine: this.#engine,
      configuration: null,
      documents: this.#documents,
      request: this.#request,
      drain: this.#drain,
    });
    const turns = new Turns(() => true);
    for (;;) {
      const { done, value } = search.next();
      if (done) return reply({ kind: "drainRemedies", found: value });
      if (!turns.isOver) continue;
      reply({ kind: "tried", runs: value });
      await turns.rest();
    }
  }
}
