/** From options to a kubelet's answer: the node and its pods, the pod that asks, the decision. */
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import type { Splitter } from "../../../../analysis/engine/splitter.ts";
import { admissionDocument } from "../../../../analysis/questions/admit/document.ts";
import type { AdmitOptions } from "../../../../analysis/questions/admit/options.ts";
import type { PodReference } from "../../../../analysis/questions/options/values.ts";
import { MembersError } from "../../../../analysis/read/json/members.ts";
import { bound, NodeObjects, NodeSurvey } from "../../../../analysis/read/objects/nodeObjects.ts";
import { podOfFile } from "../../../../analysis/read/objects/podOfFile.ts";
import {
  type PriorityClasses,
  prioritized,
  unknownClassNote,
} from "../../../../analysis/read/objects/priorityClasses.ts";
import { formatRelease, minorOf, nearestMinor } from "../../../../analysis/text/release.ts";
import { exampleCluster } from "../../../system/examples.ts";
import { nameOf, readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { type Failure, Findings, inputFailure } from "../../exitCode.ts";
import { type ObjectSink, readObjects } from "../../input/clusterObjects.ts";
import { readLiveNodeObjects } from "../../input/liveNodeObjects.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";

const NAMES_SHOWN = 5;

export async function runAdmit(options: AdmitOptions, io: Io): Promise<void> {
  const engine = new AdmissionEngine(await loadModule("admission"));
  const described = await describedPod(options, io);
  const progress = new Progress(io);
  const found = await nodeObjects(options, engine.splitter, progress, io);
  await progress.clear();
  if (!found.isNodeThere) {
    throw inputFailure(`The objects have no node ${found.node}; check its name.`);
  }
  const asking =
    described === null
      ? found.asking
      : bound(await ofClass(described, found.classes, io), found.node);
  if (asking === undefined) throw inputFailure(absentPod(options.pod));
  await configure(engine, options.kubeletVersion, found.kubeletVersion, io);
  for (const { words, text } of found.kept) refusing(words, () => engine.objects(text));
  const isAdmitted = refusing("The pod", () => engine.admit(JSON.stringify(asking)));
  const answer = engine.report();
  const { output } = options;
  if (output === "json") await io.stdout.write(`${answer.text}\n`);
  else {
    const document = admissionDocument(answer.parse(), found.pods);
    await printDocument(document, { ...options, output }, io);
  }
  if (!isAdmitted) throw new Findings();
}

/** The pod of a manifest; null when it is one of the objects. */
async function describedPod({ podFile }: AdmitOptions, io: Io): Promise<object | null> {
  if (podFile === undefined) return null;
  const described = podOfFile({ name: nameOf(podFile), text: await readText(podFile, io) });
  if (described.madeOf !== null) {
    await printNotes([`The pod is one of the template of ${described.madeOf}.`], io);
  }
  return described.pod;
}

/** As the API server makes it: with the priority of its class. */
async function ofClass(described: object, classes: PriorityClasses, io: Io): Promise<object> {
  const { pod, unknownClass } = prioritized(described, classes);
  if (unknownClass !== null) await printWarnings([unknownClassNote(unknownClass)], io);
  return pod;
}

async function nodeObjects(
  options: AdmitOptions,
  splitter: Splitter,
  progress: Progress,
  io: Io,
): Promise<NodeObjects> {
  const { objects, example, pod } = options;
  const files = example === undefined ? objects : [await exampleCluster(example)];
  if (files === undefined) return readLiveNodeObjects({ ...options, pod }, io);
  const read = (taker: { take(document: Uint8Array): void }) =>
    readObjects(files, { sink: sinkOf(taker, splitter), progress, io });
  let { node } = options;
  if (node === undefined) {
    const survey = new NodeSurvey(pod);
    await read(survey);
    node = meantNode(survey, pod);
  }
  const found = new NodeObjects(node, pod);
  await read(found);
  return found;
}

function sinkOf(taker: { take(document: Uint8Array): void }, splitter: Splitter): ObjectSink {
  return {
    splitter,
    take(document) {
      try {
        taker.take(document);
      } catch (error) {
        if (!(error instanceof MembersError || error instanceof SyntaxError)) throw error;
        throw inputFailure(`An object is not JSON: ${error.message}; correct it, or leave it out.`);
      }
    },
  };
}

function meantNode({ node, nodes, isPodThere }: NodeSurvey, pod: PodReference | undefined): string {
  if (node !== null) return node;
  if (nodes.length === 0) {
    throw inputFailure("No node is among the objects; add what kubectl get nodes prints.");
  }
  if (pod !== undefined && !isPodThere) throw inputFailure(absentPod(pod));
  const some = nodes.slice(0, NAMES_SHOWN).join(", ");
  const more = nodes.length > NAMES_SHOWN ? ", …" : "";
  const why = pod === undefined ? "There are several nodes" : "The pod is bound to no node";
  throw inputFailure(`${why}; name one with --node: ${some}${more}.`);
}

function absentPod(pod: PodReference | undefined): string {
  const name = `${pod?.namespace}/${pod?.name}`;
  return `The objects have no pod ${name}; check its namespace and its name.`;
}

/** The release that is asked for, or the one nearest to the node's own. */
async function configure(
  engine: AdmissionEngine,
  asked: string | undefined,
  own: string | undefined,
  io: Io,
): Promise<void> {
  if (asked !== undefined) return configureAsked(engine, asked);
  const minor = minorOf(own ?? "");
  const followed = nearestMinor(minor ?? RELEASES.admission.default, RELEASES.admission);
  engine.configure({ kubeletVersion: formatRelease(followed) });
  if (minor === followed) return;
  const stated =
    own === undefined ? "The node does not state its kubelet's release" : `The kubelet is ${own}`;
  const taken = minor === undefined ? "is assumed" : "is the nearest supported release";
  await printWarnings([`${stated}; ${formatRelease(followed)} ${taken} (--kubelet-version).`], io);
}

function configureAsked(engine: AdmissionEngine, version: string): void {
  try {
    engine.configure({ kubeletVersion: version });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw inputFailure(`--kubelet-version ${version}: ${error.reason}.`);
  }
}

function refusing<T>(words: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw error instanceof EngineError ? refusal(words, error) : error;
  }
}

function refusal(words: string, { path, reason }: EngineError): Failure {
  const where = path === undefined || path === "$" ? "" : ` ${path}:`;
  return inputFailure(`${words}:${where} ${reason}; correct it, or leave it out.`);
}
