/** What two releases decide otherwise about documents that were given. */
import { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import { EvictionEngine } from "../../engine/evictionEngine.ts";
import { SchedulerEngine } from "../../engine/schedulerEngine.ts";
import { SimulatorEngine } from "../../engine/simulatorEngine.ts";
import {
  distinctConfigurations,
  type FoundConfiguration,
} from "../../read/bundle/nodeConfiguration.ts";
import { readFindings } from "../../read/bundle/readFindings.ts";
import type { Capture, CaptureRecord } from "../../read/capture/capture.ts";
import {
  type ConfigurationText,
  readConfiguration,
  readConfigurations,
  toModuleConfiguration,
} from "../../read/kubelet/configuration.ts";
import { ClusterSurvey } from "../../read/objects/clusterSurvey.ts";
import { readScenario, secondsOfScenario } from "../../read/objects/scenario.ts";
import { schedulerConfiguration } from "../../read/objects/schedulerConfiguration.ts";
import { configurationFor } from "../../read/recognize/commandLines.ts";
import { type GivenDocument, recognize, together } from "../../read/recognize/given.ts";
import { textOfFile } from "../../read/recognize/text.ts";
import { UnreadableError } from "../../read/unreadable.ts";
import type { Document } from "../../text/document.ts";
import { formatFiles } from "../../text/names.ts";
import { formatRelease } from "../../text/release.ts";
import { formatTime } from "../../text/time.ts";
import type { CheckInput } from "../check/check.ts";
import { decisionsOf, shared, sideBySide } from "../diff/sideBySide.ts";
import { replay } from "../replay/replay.ts";
import { CaptureComparison } from "../upgrade/capture.ts";
import { comparedCluster } from "../upgrade/cluster.ts";
import { comparedReleases } from "../upgrade/comparedReleases.ts";
import { comparedConfiguration } from "../upgrade/configuration.ts";
import type { Compared } from "../upgrade/difference.ts";
import { upgradeDocument } from "../upgrade/document.ts";
import { NEWEST } from "../upgrade/followed.ts";
import { notTaken, SEVERAL_CONFIGURATIONS } from "../upgrade/notTaken.ts";
import { askUpgrade, type UpgradeQuestion } from "../upgrade/question.ts";
import { recordedNode, recordsServed } from "../upgrade/recordedNode.ts";
import { type ComparedReleases, rulesBetween } from "../upgrade/rules.ts";
import { comparedSimulation } from "../upgrade/simulations.ts";
import { startedPolicy } from "../upgrade/startedPolicy.ts";
import { type Asking, bytesOf, withRests } from "./asked.ts";
import { openBundle } from "./bundle.ts";
import { withObjectsOf, withoutLooseFolders } from "./folders.ts";
import { readObjects } from "./pending.ts";
import { type RecognizedGiven, recognizeGiven } from "./recognized.ts";

const NAMES_SHOWN = 2;

/** The two releases that are asked about, as far as they are. */
export interface AskedReleases {
  readonly from?: string;
  readonly to?: string;
}

export interface UpgradeAnswer {
  readonly releases: ComparedReleases;
  readonly document: Document;
}

export async function answerUpgrade(
  documents: readonly GivenDocument[],
  { from, to = formatRelease(NEWEST) }: AskedReleases,
  asking: Asking,
): Promise<UpgradeAnswer> {
  const whole = withoutLooseFolders(documents);
  const given = await withObjectsOf(whole, asking);
  const recognized = await Promise.all(given.map(recognizeGiven));
  const notes: string[] = [];
  const bundled = await bundledConfigurations(whole, asking);
  const questions = await questionsOf(recognized, bundled, asking, notes);
  const chosen = comparedReleases(from === undefined ? { to } : { from, to }, questions);
  if (typeof chosen === "string") throw new UnreadableError(chosen.replaceAll("--", ""));
  const { releases } = chosen;
  const compared: Compared[] = [];
  for (const question of questions) compared.push(...(await askUpgrade(question, releases)));
  const rules = rulesBetween(releases);
  const all = { releases, compared, notes: [...notes, ...chosen.notes], rules };
  return { releases, document: upgradeDocument(all, { whole: null }) };
}

/** What bundles have of kubelets; nothing in a folder or an archive that no tool has made. */
async function bundledConfigurations(
  documents: readonly GivenDocument[],
  asking: Asking,
): Promise<readonly FoundConfiguration[]> {
  const all: FoundConfiguration[] = [];
  for (const document of documents) {
    const { format } = await recognizeGiven(document);
    if (format !== "folder" && format !== "archive") continue;
    const { reader } = await readFindings(document.name, openBundle(document, asking));
    const { tool, configurations } = reader.findings();
    if (tool !== null) all.push(...configurations);
  }
  return all;
}

async function questionsOf(
  recognized: readonly RecognizedGiven[],
  bundled: readonly FoundConfiguration[],
  asking: Asking,
  notes: string[],
): Promise<readonly UpgradeQuestion[]> {
  const of = (...formats: readonly (string | null)[]) =>
    recognized.filter(({ format }) => formats.includes(format)).map(({ given }) => given);
  const isOfNode = of("summary").length > 0;
  const captured = isOfNode ? of("summary", "pods") : of("capture");
  const objects = of("objects", ...(isOfNode ? [] : ["pods"]));
  const [scenario] = of("scenario");
  const used = [...captured, ...objects, ...of("configuration", "scenario")];
  for (const { given, words } of recognized) {
    if (!used.includes(given)) notes.push(notTaken(given.name, words));
  }
  const own = await Promise.all(of("configuration").map((each) => textOf(each, asking)));
  const found = [...own.map(({ name: path, text }) => ({ path, text })), ...bundled];
  const sources = distinctConfigurations(found);
  const files = sources.map((source) => ({ ...source, path: source.name }));
  const recorded = configurationFor(captured[0]?.name ?? "", files);
  if (sources.length > 1 && captured.length > 0 && recorded === undefined) {
    notes.push(SEVERAL_CONFIGURATIONS);
  }
  const questions = [
    ...sources.map((source) => configurationQuestion(source, asking)),
    ...(captured.length === 0 ? [] : [await captureQuestion(captured, recorded, asking)]),
  ];
  if (objects.length > 0) questions.push(await clusterQuestion(objects, asking, notes));
  if (scenario !== undefined) questions.push(await scenarioQuestion(scenario, objects, asking));
  const [first] = recognized;
  if (questions.length === 0 && first !== undefined) {
    throw new UnreadableError(notTaken(first.given.name, first.words));
  }
  return questions;
}

async function textOf(document: GivenDocument, asking: Asking): Promise<ConfigurationText> {
  return { name: document.name, text: textOfFile(await bytesOf(document, asking)) ?? "" };
}

function configurationQuestion(source: ConfigurationText, asking: Asking): UpgradeQuestion {
  const readAs = (kubeletVersion: string): readonly CheckInput[] =>
    readConfigurations(source, { kubeletVersion }).map((loaded) => ({
      name: loaded.part === undefined ? source.name : `${source.name} (${loaded.part})`,
      source,
      form: loaded.form,
      json: toModuleConfiguration(loaded, { kubeletVersion }),
      ...(loaded.unread === undefined ? {} : { unread: loaded.unread }),
      flagNames: loaded.flagNames ?? [],
      notes: loaded.notes.map(({ sentence }) => sentence),
    }));
  return {
    stated: readConfigurations(source).flatMap(({ release }) => release ?? []),
    isPassing: false,
    async ask(releases) {
      const engines = {
        eviction: new EvictionEngine(await asking.module("eviction")),
        admission: new AdmissionEngine(await asking.module("admission")),
      };
      const after = readAs(releases.to);
      return readAs(releases.from).flatMap((before, index) => {
        const other = after[index];
        if (other === undefined) return [];
        return [comparedConfiguration(engines, { before, after: other }, releases)];
      });
    },
  };
}

async function captureQuestion(
  documents: readonly GivenDocument[],
  configuration: ConfigurationText | undefined,
  asking: Asking,
): Promise<UpgradeQuestion> {
  const { capture } = together(await Promise.all(documents.map(recognize)));
  if (capture === null) throw new UnreadableError("No capture is among the documents.");
  const core = await asking.module("eviction");
  const engines = [new EvictionEngine(core), new EvictionEngine(core)] as const;
  const recorded = recordedNode(capture.name, await capture.open());
  const { release } = recorded;
  return {
    ...(release === null ? { stated: [], unstated: capture.name } : { stated: [release] }),
    isPassing: false,
    async ask(releases) {
      const opened = await capture.open();
      const before = policyAs(releases.from, opened, configuration);
      const after = policyAs(releases.to, opened, configuration);
      const [left, right] = shared(opened.records);
      const comparison = new CaptureComparison();
      const policies = [
        configured(engines[0], before, releases),
        configured(engines[1], after, releases),
      ] as const;
      const served = (records: AsyncIterable<CaptureRecord>, side: 0 | 1) =>
        recordsServed(records, recorded, releases.from, policies[side]);
      const a = replay(engines[0], policies[0].json, served(comparison.watched(left), 0));
      const b = replay(engines[1], policies[1].json, served(right, 1));
      for await (const [own, other] of sideBySide(a, b)) {
        comparison.take(formatTime(own.time), decisionsOf(own, other));
        await asking.rest();
      }
      return [comparison.compared(recorded, policies, releases)];
    },
  };
}

interface PolicyOfRelease {
  readonly json: string;
  readonly isAssumed: boolean;
  readonly isGiven: boolean;
}

/** The configuration that was given, or recorded, or else the kubelet's defaults. */
function policyAs(
  kubeletVersion: string,
  { header, options }: Capture,
  given: ConfigurationText | undefined,
): PolicyOfRelease {
  const config = header?.config ?? null;
  const text = JSON.stringify({ kind: "KubeletConfiguration", ...config });
  const loaded = readConfiguration(given ?? { name: "the recorded configuration", text });
  const json = toModuleConfiguration(loaded, { ...options, kubeletVersion });
  const isGiven = given !== undefined;
  return { json, isAssumed: !isGiven && config === null, isGiven };
}

function configured(
  engine: EvictionEngine,
  { json, isAssumed, isGiven }: PolicyOfRelease,
  releases: ComparedReleases,
) {
  const assumed = isAssumed ? { isAssumed: true as const } : {};
  return { ...startedPolicy(engine, json, releases), isGiven, ...assumed };
}

async function clusterQuestion(
  objects: readonly GivenDocument[],
  asking: Asking,
  notes: string[],
): Promise<UpgradeQuestion> {
  const module = await asking.module("scheduler");
  const engines = [new SchedulerEngine(module), new SchedulerEngine(module)] as const;
  const survey = new ClusterSurvey();
  const documents = await readDocuments(objects, engines[0], asking, notes);
  for (const document of documents) survey.take(document);
  const inferred = survey.inferredReplicaSets;
  if (inferred !== null) documents.push(inferred);
  const configuration = schedulerConfiguration(
    null,
    { kubernetesVersion: formatRelease(RELEASES.scheduler.newest) },
    () => {},
  );
  const name = formatFiles(
    objects.map((each) => each.name),
    NAMES_SHOWN,
  );
  const cluster = { name, engines, configuration, documents };
  const admission = new AdmissionEngine(await asking.module("admission"));
  return {
    stated: survey.kubelets,
    ...(survey.kubelets.length === 0 ? { unstated: name } : {}),
    isPassing: false,
    ask: (releases) => comparedCluster(cluster, admission, releases, () => asking.rest()),
  };
}

async function scenarioQuestion(
  given: GivenDocument,
  objects: readonly GivenDocument[],
  asking: Asking,
): Promise<UpgradeQuestion> {
  const engine = new SimulatorEngine(await asking.module("simulator"));
  const documents = await readDocuments(objects, engine, asking, []);
  const { scenario } = readScenario(await textOf(given, asking));
  const configuration = schedulerConfiguration(
    null,
    { kubernetesVersion: formatRelease(RELEASES.simulator.newest) },
    () => {},
  );
  const cluster = { configuration, documents, scenario };
  const untilSeconds = secondsOfScenario(scenario);
  return {
    ...{ stated: [], isPassing: false },
    ask: async (releases) => [
      comparedSimulation(given.name, { cluster, untilSeconds }, engine, releases),
    ],
  };
}

/** Throws for objects that the engine refuses. */
async function readDocuments(
  objects: readonly GivenDocument[],
  engine: SchedulerEngine | SimulatorEngine,
  asking: Asking,
  notes: string[],
): Promise<Uint8Array[]> {
  const documents: Uint8Array[] = [];
  const take = (document: Uint8Array) => {
    engine.objects(document);
    documents.push(document.slice());
  };
  for (const { name, content } of objects) {
    const chunks = withRests({ name, content }, asking);
    notes.push(...(await readObjects(name, chunks, engine.splitter, take)));
  }
  return documents;
}
