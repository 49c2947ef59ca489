/** From options to a kubelet's answer: the node and its pods, the pod that asks, the decision. */
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import type { Splitter } from "../../../../analysis/engine/splitter.ts";
import { admittingRelease } from "../../../../analysis/questions/admit/admittingRelease.ts";
import { admissionDocument } from "../../../../analysis/questions/admit/document.ts";
import type { AdmitOptions } from "../../../../analysis/questions/admit/options.ts";
import { MembersError } from "../../../../analysis/read/json/members.ts";
import { NodeObjects, NodeSurvey } from "../../../../analysis/read/objects/nodeObjects.ts";
import {
  type PriorityClasses,
  prioritized,
  unknownClassNote,
} from "../../../../analysis/read/objects/priorityClasses.ts";
import { askedRelease } from "../../../../analysis/text/release.ts";
import { exampleCluster } from "../../../system/examples.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { type Failure, Findings, inputFailure } from "../../exitCode.ts";
import { type ObjectSink, readObjects } from "../../input/clusterObjects.ts";
import { describedPod } from "../../input/describedPod.ts";
import { readLiveNodeObjects } from "../../input/liveNodeObjects.ts";
import { printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";

export async function runAdmit(options: AdmitOptions, io: Io): Promise<void> {
  const engine = new AdmissionEngine(await loadModule("admission"));
  const { podFile } = options;
  const described = podFile === undefined ? null : await describedPod(podFile, io);
  const progress = new Progress(io);
  const found = await nodeObjects(options, engine.splitter, progress, io);
  await progress.clear();
  const pod = described === null ? null : await ofClass(described, found.classes, io);
  const asking = found.asking(pod);
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
    node = survey.node;
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

/** The release that is asked for, or the one nearest to the node's own. */
async function configure(
  engine: AdmissionEngine,
  asked: string | undefined,
  own: string | undefined,
  io: Io,
): Promise<void> {
  const { release, note } =
    asked === undefined ? admittingRelease(own) : askedRelease(asked, RELEASES.admission);
  engine.configure({ kubeletVersion: release });
  if (note !== null) await printWarnings([note], io);
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
