/** The kernel and admission beside the eviction manager, for a capture and what comes with it. */
import type { Command } from "commander";
import { AdmissionEngine } from "../../shared/admission/admissionEngine.ts";
import type { AdmissionSubject } from "../../shared/admission/nodeAdmission.ts";
import { prioritized, unknownClassNote } from "../../shared/admission/priorityClasses.ts";
import { podOfFile } from "../../shared/cluster/podOfFile.ts";
import { jsonDocumentsOf } from "../../shared/configuration/yaml.ts";
import { isOfLog } from "../../shared/evidence/journal/logged.ts";
import { type Json, objectOf } from "../../shared/json/loose.ts";
import { NodeJudges } from "../../shared/nodeJudges.ts";
import { NodeKernel } from "../../shared/oom/nodeKernel.ts";
import { OomEngine } from "../../shared/oom/oomEngine.ts";
import { loadAdmissionModule, loadOomModule } from "../../system/core.ts";
import { nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Session } from "./session.ts";

export interface AdmissionOptions {
  /** The pod that comes. */
  readonly admit?: string;
  readonly nodeObject?: string;
}

/** What a question to admission may be about. */
export function addAdmissionOptions(command: Command): Command {
  return command
    .option(
      "--admit <file>",
      "the pod that comes, a manifest (default: a critical one, 256Mi larger than what is left)",
    )
    .option(
      "--node-object <file>",
      "the Node, for admission (default: what its configuration leaves to allocate)",
    );
}

export async function nodeJudges(
  session: Session,
  options: AdmissionOptions,
  io: Io,
): Promise<NodeJudges> {
  const { policy, json } = session;
  const kernel = new NodeKernel(new OomEngine(await loadOomModule()), policy, json);
  const admission = new AdmissionEngine(await loadAdmissionModule());
  return new NodeJudges(kernel, admission, await subjectOf(session, options, io));
}

/** Null for a capture of a log, which has no requests. */
async function subjectOf(
  { capture, policy, json }: Session,
  { admit, nodeObject }: AdmissionOptions,
  io: Io,
): Promise<AdmissionSubject | null> {
  const { header, name } = capture;
  if (isOfLog(header)) {
    const flag = admit === undefined ? nodeObject && "--node-object" : "--admit";
    if (flag === undefined) return null;
    throw usageFailure(`${flag}: ${name} is of a log and has no requests; omit ${flag}.`);
  }
  const node = header?.node ?? capture.node;
  const object =
    nodeObject === undefined
      ? allocating(capture.nodeObject)
      : await nodeOfFile(nodeObject, node, io);
  const nodeName = object === undefined ? node : nameOfObject(object);
  const pod = admit === undefined ? undefined : await podOf(admit, io);
  return {
    node: nodeName === undefined ? "node" : String(nodeName),
    ...(object === undefined ? {} : { nodeObject: object }),
    ...(pod === undefined ? {} : { pod }),
    kubelet: policy.kubeletVersion,
    configuration: json,
  };
}

async function podOf(path: string, io: Io): Promise<object> {
  const { pod, madeOf } = podOfFile({ name: nameOf(path), text: await readText(path, io) });
  if (madeOf !== null)
    await printNotes([`The pod that comes is one of the template of ${madeOf}.`], io);
  const { pod: coming, unknownClass } = prioritized(pod);
  if (unknownClass !== null) await printWarnings([unknownClassNote(unknownClass)], io);
  return coming;
}

/** The Node of this name, or the only one. */
async function nodeOfFile(path: string, node: string | undefined, io: Io): Promise<object> {
  const source = { name: nameOf(path), text: await readText(path, io) };
  const nodes = jsonDocumentsOf(source).values.map(objectOf).flatMap(nodesIn);
  const found = nodes.find((each) => nameOfObject(each) === node) ?? nodes[0];
  if (found !== undefined && (nodes.length === 1 || nameOfObject(found) === node)) {
    if (allocating(found) !== undefined) return found;
    throw inputFailure(
      `${source.name}: its Node has no status.allocatable; give what kubectl get node NAME -o ` +
        "json prints.",
    );
  }
  const why = found === undefined ? "it has no Node" : `it has several Nodes, none called ${node}`;
  throw inputFailure(`${source.name}: ${why}; give what kubectl get node NAME -o json prints.`);
}

/** An item of a NodeList has its kind there alone. */
function nodesIn({ items, ...object }: Json): readonly Json[] {
  if (!Array.isArray(items)) return object.kind === "Node" ? [object] : [];
  const isOfNodes = object.kind === "NodeList";
  return items.map(objectOf).filter(({ kind }) => kind === "Node" || (isOfNodes && !kind));
}

/** A Node of which it is known what it has to allocate; no other says anything here. */
function allocating(node: object | undefined): object | undefined {
  const { allocatable } = objectOf(objectOf(node).status);
  return objectOf(allocatable).memory === undefined ? undefined : node;
}

function nameOfObject(object: object): unknown {
  return objectOf(objectOf(object).metadata).name;
}
