/** Why pods stay pending, with what would place the first of them or the one that is named. */
import { Detail } from "../../../assembly/abi.ts";
import { EngineError } from "../../engine/engineError.ts";
import { SchedulerEngine } from "../../engine/schedulerEngine.ts";
import type { PodName, SchedulingDecision } from "../../engine/schedulingDecision.ts";
import type { Splitter } from "../../engine/splitter.ts";
import { CutOff } from "../../read/capture/format.ts";
import { ClusterSurvey, SCHEDULED_OWNERS } from "../../read/objects/clusterSurvey.ts";
import { eachObject } from "../../read/objects/eachObject.ts";
import { clusterNotes } from "../../read/objects/objectNotes.ts";
import { ObjectsError } from "../../read/objects/objectsError.ts";
import { OBJECTS_ADVICE, objectDocuments } from "../../read/objects/objectText.ts";
import { refusedObject } from "../../read/objects/refusedObject.ts";
import { schedulerConfiguration } from "../../read/objects/schedulerConfiguration.ts";
import { schedulerRelease } from "../../read/objects/schedulerRelease.ts";
import { textOfFile } from "../../read/recognize/text.ts";
import { paragraph } from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { type ObjectTree, readChange } from "../change/change.ts";
import { ChangedDocuments } from "../change/changedObjects.ts";
import { changeWords } from "../change/changeWords.ts";
import { CordonedNodes } from "../change/cordonedNodes.ts";
import { scheduleDocument } from "../schedule/document.ts";
import { queuedDecisions } from "../schedule/queue.ts";
import { fixesSection, scheduleFixes } from "../schedule/remedies/scheduleFixes.ts";
import { scheduleRemedies } from "../schedule/remedies/scheduleRemedies.ts";
import { waitingNotes } from "../schedule/waiting.ts";
import {
  type Asking,
  bytesOf,
  type Context,
  type GivenPart,
  type OwnAnswer,
  withRests,
} from "./asked.ts";

/** Every pending pod in the order of the queue, or one with all that would place it. */
export async function pendingAnswer(
  given: readonly [GivenPart, ...GivenPart[]],
  context: Context,
): Promise<readonly OwnAnswer[]> {
  const cluster = await PendingCluster.read(given, context);
  const decisions = await cluster.decisions();
  const pending = decisions.filter(({ result }) => result !== "Scheduled");
  const pods = decisions.map(({ pod }) => podText(pod));
  const [first] = pending;
  const { pod: name, changes = [] } = context.asked ?? {};
  const chosen = decisions.find(({ pod }) => podText(pod) === name) ?? first;
  if (chosen === undefined) {
    const { lacksPods } = cluster;
    const all = { ...ALL, before: decisions, isOne: false, found: null, lacksPods };
    const document = scheduleDocument(all);
    return [{ subject: "pendingPod", document, pods }];
  }
  const asked = { pod: podText(chosen.pod), changes };
  return [{ subject: "pendingPod", pods, asked, ...(await cluster.about(chosen, changes)) }];
}

const ALL = { after: null, changes: [], runsOn: undefined } as const;

interface ReadCluster {
  readonly documents: readonly Uint8Array[];
  readonly configuration: string;
  /** No pod is among the objects. */
  readonly lacksPods: boolean;
}

/** The objects of a cluster, to be read into an engine as often as something is asked. */
class PendingCluster {
  readonly lacksPods: boolean;
  readonly #module: WebAssembly.Module;
  readonly #asking: Asking;
  readonly #documents: readonly Uint8Array[];
  readonly #configuration: string;

  static async read(
    given: readonly [GivenPart, ...GivenPart[]],
    { asking, notices }: Context,
  ): Promise<PendingCluster> {
    const module = await asking.module("scheduler");
    const engine = new SchedulerEngine(module);
    const survey = new ClusterSurvey();
    const documents: Uint8Array[] = [];
    const take = (document: Uint8Array) => {
      engine.objects(document);
      survey.take(document);
      documents.push(document.slice());
    };
    const objects = given.filter(({ file }) => file.format !== "scheduler");
    for (const part of objects) {
      const chunks = withRests(part.document, asking);
      await notices.note(await readObjects(part.file.name, chunks, engine.splitter, take));
    }
    const inferred = survey.inferredReplicaSets;
    if (inferred !== null) take(inferred);
    await notices.note(survey.notes(SCHEDULED_OWNERS));
    const { release, notes, warnings } = schedulerRelease(undefined, survey.newestKubelet);
    await notices.note([...notes, ...warnings]);
    const configured = given.find(({ file }) => file.format === "scheduler");
    const source =
      configured === undefined
        ? null
        : {
            name: configured.file.name,
            text: textOfFile(await bytesOf(configured.document, asking)) ?? "",
          };
    const changes: string[] = [];
    const options = release === undefined ? {} : { kubernetesVersion: release };
    const configuration = schedulerConfiguration(source, options, (each) => changes.push(each));
    await notices.note(changes);
    engine.configure(configuration);
    const summary = engine.summary().parse();
    const about = clusterNotes(summary, OBJECTS_ADVICE);
    await notices.warn([...about.notes, ...about.warnings, ...waitingNotes(summary)]);
    const lacksPods = summary.objects.Pod === undefined && !survey.listedKinds.has("Pod");
    return new PendingCluster(module, asking, { documents, configuration, lacksPods });
  }

  private constructor(
    module: WebAssembly.Module,
    asking: Asking,
    { documents, configuration, lacksPods }: ReadCluster,
  ) {
    this.lacksPods = lacksPods;
    this.#module = module;
    this.#asking = asking;
    this.#documents = documents;
    this.#configuration = configuration;
  }

  /** What becomes of each pending pod, each after those before it. */
  async decisions(): Promise<readonly SchedulingDecision[]> {
    const engine = this.#engine(this.#documents);
    const decisions: SchedulingDecision[] = [];
    for (const answer of queuedDecisions(engine)) {
      decisions.push(answer.parse());
      await this.#asking.rest();
    }
    return decisions;
  }

  /** One pod by itself, with the changes that place it, and decided with those that are tried. */
  async about({ pod }: SchedulingDecision, changes: readonly string[]) {
    const before = this.#decided(pod, this.#documents);
    const fixes = scheduleFixes((await this.#remedies(pod, before))?.remedies ?? []);
    const document = scheduleDocument({ ...ALL, before: [before], isOne: true, found: null });
    const sections = [...fixesSection(fixes), ...document.sections];
    if (changes.length === 0) return { document: { ...document, sections }, fixes };
    const tried = new ChangedDocuments(changes.map(readChange));
    const after = this.#decided(
      pod,
      this.#documents.map((each) => tried.changed(each)),
    );
    const shown = scheduleDocument({ ...ALL, before: [after], isOne: true, found: null });
    const title = `${changes.map(changeWords).join(" and ")}: ${shown.title}`;
    const lead = paragraph(`As it is: ${document.title}`);
    return { document: { ...shown, title, lead }, fixes };
  }

  async #remedies(pod: PodName, decision: SchedulingDecision) {
    const tree = this.#podNamed(pod.namespace, pod.name);
    if (tree === null) return null;
    const cordoned = new CordonedNodes();
    for (const document of this.#documents) cordoned.take(document);
    const engine = this.#engine(this.#documents);
    const configuration = this.#configuration;
    const searching = scheduleRemedies({ engine, configuration, pod: tree, decision, cordoned });
    for (;;) {
      const { done, value } = searching.next();
      if (done) return value;
      await this.#asking.rest();
    }
  }

  #decided({ namespace, name }: PodName, documents: readonly Uint8Array[]): SchedulingDecision {
    const engine = this.#engine(documents);
    engine.schedule({ namespace, name });
    return engine.report(Detail.Counterfactuals).parse();
  }

  #engine(documents: readonly Uint8Array[]): SchedulerEngine {
    const engine = new SchedulerEngine(this.#module);
    for (const document of documents) engine.objects(document);
    engine.configure(this.#configuration);
    return engine;
  }

  /** The last one counts, as in the module. */
  #podNamed(namespace: string, name: string): ObjectTree | null {
    let found: ObjectTree | null = null;
    const decoder = new TextDecoder();
    for (const document of this.#documents) {
      eachObject(document, (object, kind) => {
        if (kind !== "Pod") return;
        const tree: ObjectTree = { kind, ...JSON.parse(decoder.decode(object)) };
        const { metadata } = tree as { metadata?: { name?: unknown; namespace?: unknown } };
        const { name: own, namespace: of = "default" } = metadata ?? {};
        if (own === name && of === namespace) found = tree;
      });
    }
    return found;
  }
}

/** Takes all objects of a text; answers what there is to say about how they were read. */
export async function readObjects(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  splitter: Splitter,
  take: (document: Uint8Array) => void,
): Promise<readonly string[]> {
  const documents = objectDocuments(chunks, { name, splitter });
  try {
    for (;;) {
      const { done, value } = await documents.next();
      if (done) return value.notes;
      try {
        take(value.bytes);
      } catch (error) {
        throw error instanceof EngineError ? refusedObject(name, value, error) : error;
      }
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    throw new ObjectsError(`${name}: its compressed data is truncated or damaged`, "get it again");
  }
}
