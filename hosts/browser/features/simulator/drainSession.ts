import type { Drain, DrainRequest } from "../../../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import { drainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { SCHEDULED_OWNERS } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { eachObject } from "../../../../analysis/read/objects/eachObject.ts";
import { type ReadCluster, readCluster } from "./clusterTexts.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";
import { NO_NODE } from "./words.ts";

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
    const nodes = nodeNames(read.documents);
    const [first] = nodes;
    const drained = node ?? first;
    if (drained === undefined) throw new Error(NO_NODE);
    return new DrainSession(engine, read, drained, nodes);
  }

  private constructor(
    engine: SchedulerEngine,
    read: ReadCluster,
    readonly node: string,
    readonly nodes: readonly string[],
  ) {
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

/** By name, each once. */
function nodeNames(documents: readonly Uint8Array[]): readonly string[] {
  const names = new Set<string>();
  const decoder = new TextDecoder();
  for (const document of documents) {
    eachObject(document, (object, kind) => {
      if (kind !== "Node") return;
      const { metadata }: { metadata?: { name?: unknown } } = JSON.parse(decoder.decode(object));
      if (typeof metadata?.name === "string") names.add(metadata.name);
    });
  }
  return [...names].sort();
}
