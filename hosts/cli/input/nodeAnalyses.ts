/** Prepares what the kernel and admission would do, for a capture and what comes with it. */
import { AdmissionEngine } from "../../../analysis/engine/admissionEngine.ts";
import { OomEngine } from "../../../analysis/engine/oomEngine.ts";
import {
  admissionSubject,
  allocating,
  comingPod,
  nodeOfText,
} from "../../../analysis/questions/admit/askedAdmission.ts";
import type { AdmissionSubject } from "../../../analysis/questions/admit/nodeAdmission.ts";
import { NodeAnalyses } from "../../../analysis/questions/explain/nodeAnalyses.ts";
import type { AdmissionOptions } from "../../../analysis/questions/explain/options.ts";
import { NodeOom } from "../../../analysis/questions/oom/nodeOom.ts";
import { isOfLog } from "../../../analysis/read/journal/logged.ts";
import { nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { usageFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Session } from "./session.ts";

export async function nodeAnalyses(
  session: Session,
  options: AdmissionOptions,
  io: Io,
): Promise<NodeAnalyses> {
  const { policy, json } = session;
  const oom = new NodeOom(new OomEngine(await loadModule("oom")), policy, json);
  const admission = new AdmissionEngine(await loadModule("admission"));
  return new NodeAnalyses(oom, admission, await subjectOf(session, options, io));
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
    throw usageFailure(`${flag}: ${name} is from a log and has no requests; omit ${flag}.`);
  }
  const node = header?.node ?? capture.node;
  const object =
    nodeObject === undefined
      ? allocating(capture.nodeObject)
      : nodeOfText({ name: nameOf(nodeObject), text: await readText(nodeObject, io) }, node);
  const pod = admit === undefined ? undefined : await podOf(admit, io);
  const of = { node, kubelet: policy.kubeletVersion, configuration: json };
  return admissionSubject(of, { pod, nodeObject: object });
}

async function podOf(path: string, io: Io): Promise<object> {
  const { pod, note, warning } = comingPod({ name: nameOf(path), text: await readText(path, io) });
  if (note !== null) await printNotes([note], io);
  if (warning !== null) await printWarnings([warning], io);
  return pod;
}
