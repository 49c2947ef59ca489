import type { Drain, DrainRequest } from "../../../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { drainableNodes, firstToDrain } from "../../../../analysis/questions/drain/firstNode.ts";
import { DRAIN_FLAGS, type DrainFlag } from "../../../../analysis/questions/drain/flags.ts";
import { drainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { SCHEDULED_OWNERS } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { type ReadCluster, readCluster } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";
import { NO_NODE } from "./words.ts";

/** Nothing is refused for a flag that can be given. */
const ALL_FLAGS = { ignoreDaemonSets: true, deleteEmptyDir: true, force: true };

type DrainOpen = Extract<ClusterRequest, { readonly kind: "drain" }>;

/** The drain of a node in the worker, as `plimsoll drain` answers it with the same flags. */
export class DrainSession {
  readonly #engine: SchedulerEngine;
  readonly #read: ReadCluster;
  readonly #request: DrainRequest;
  readonly drain: Drain;

  static async begin({ texts, cluster, node, flags = [] }: DrainOpen): Promise<DrainSession> {
    const engine = new SchedulerEngine(cluster);
    const read = await readCluster(texts.objects, engine, SCHEDULED_OWNERS);
    const nodes = drainableNodes(read.documents);
    const first = (name: string) => drained(engine, read, { node: name, ...ALL_FLAGS });
    const chosen = node ?? firstToDrain(nodes, read.documents, first);
    if (chosen === undefined) throw new Error(NO_NODE);
    const names = nodes.map(({ name }) => name);
    const isGiven = (flag: DrainFlag) => flags.includes(flag);
    const request = {
      node: chosen,
      ...Object.fromEntries(DRAIN_FLAGS.map(([, member]) => [member, isGiven(member)])),
    };
    return new DrainSession(engine, read, request, names);
  }

  private constructor(
    engine: SchedulerEngine,
    read: ReadCluster,
    request: DrainRequest,
    readonly nodes: readonly string[],
  ) {
    this.#engine = engine;
    this.#read = read;
    this.#request = request;
    this.drain = drained(engine, read, request);
  }

  get node(): string {
    return this.#request.node;
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

/** Draining leaves the cluster as it would then be: for each drain it is read again. */
function drained(
  engine: SchedulerEngine,
  { documents, configuration }: ReadCluster,
  request: DrainRequest,
): Drain {
  engine.clear();
  engine.configure(configuration);
  for (const document of documents) engine.objects(document);
  return engine.drain(request).parse();
}
