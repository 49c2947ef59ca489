/** `--capture`: what pods and nodes used becomes what the workloads of a scenario use. */
import type { ObjectTree } from "../../../analysis/questions/change/change.ts";
import type { NodeFile } from "../../../analysis/questions/options/values.ts";
import { nodesAmong, podsAmong } from "../../../analysis/questions/simulate/recorded/knownPods.ts";
import { Recording } from "../../../analysis/questions/simulate/recorded/recording.ts";
import {
  CaptureError,
  type CaptureRecord,
  openCapture,
} from "../../../analysis/read/capture/capture.ts";
import { isMembers } from "../../../analysis/read/json/untyped.ts";
import { nodeNameOfSummary } from "../../../analysis/read/objects/nodePods.ts";
import { kubeletOf, type Scenario, withNode } from "../../../analysis/read/objects/scenario.ts";
import { inChunks } from "../../../analysis/read/recognize/beginning.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { openCaptureFile } from "../../system/captureFile.ts";
import { nameOf, readDocument, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { isCapture } from "./givenInstead.ts";

/** A scenario, and the captures from which its kubelets have their configurations, by node. */
export interface RecordedScenario {
  readonly scenario: Scenario;
  readonly kubelets: ReadonlyMap<string, string>;
}

/** Documents of one node in the order of time. */
interface NodeRecords {
  /** As the documents call the node; null where none does. */
  readonly node: string | null;
  readonly kubelet: unknown;
  readonly records: AsyncIterable<CaptureRecord> | Iterable<CaptureRecord>;
  readonly problems: readonly { readonly sentence: string }[];
}

export async function withCaptures(
  scenario: Scenario,
  files: readonly NodeFile[],
  objects: readonly ObjectTree[],
  progress: Progress,
  io: Io,
): Promise<RecordedScenario> {
  const recording = new Recording(podsAmong(objects));
  const nodes = nodesAmong(objects);
  const kubelets = new Map<string, string>();
  let told = scenario;
  for (const { node, path } of files) {
    const read = await openRecords(path, io);
    const name = await recorded(read, { node, path, nodes, recording }, progress);
    await printNotes(
      read.problems.map(({ sentence }) => `${nameOf(path)}: ${sentence}`),
      io,
    );
    // What the scenario or an option says of a kubelet wins over what was in force then.
    if (!isMembers(read.kubelet) || kubeletOf(told, name) !== null) continue;
    kubelets.set(name, path);
    told = withNode(told, name, { kubelet: read.kubelet });
  }
  await progress.clear();
  await printNotes(recording.notes, io);
  return { scenario: recording.in(told), kubelets };
}

interface Destination extends NodeFile {
  readonly nodes: ReadonlySet<string>;
  readonly recording: Recording;
}

/** Takes all records of a file; answers the name of their node. */
async function recorded(
  { node: documented, records }: NodeRecords,
  { node: given, path, nodes, recording }: Destination,
  progress: Progress,
): Promise<string> {
  let name = given ?? documented;
  let isChecked = false;
  for await (const record of records) {
    name ??= record.summary === null ? null : nodeNameOfSummary(record.summary);
    if (name === null) continue;
    if (!isChecked) refuseNode(name, path, nodes, recording);
    isChecked = true;
    recording.take(name, record);
    await progress.step(formatTime(record.time));
  }
  if (name !== null && isChecked) return name;
  const advice = "give a capture with records of a node, or write NODE=FILE";
  throw inputFailure(`--capture ${nameOf(path)}: no record names its node; ${advice}.`);
}

function refuseNode(
  name: string,
  path: string,
  nodes: ReadonlySet<string>,
  recording: Recording,
): void {
  const flag = `--capture ${nameOf(path)}`;
  if (recording.has(name)) {
    throw inputFailure(`${flag}: another capture is also from ${name}; give one for each node.`);
  }
  if (nodes.has(name)) return;
  if (nodes.size === 0) {
    throw inputFailure(
      `${flag}: it is from ${name}, and the objects have no node; ` +
        "add what kubectl get nodes prints.",
    );
  }
  throw inputFailure(
    `${flag}: its node, ${name}, is not among the objects; write NODE=FILE with ` +
      "the node it is from.",
  );
}

async function openRecords(path: string, io: Io): Promise<NodeRecords> {
  try {
    const document = (await isCapture(path, io)) ? null : await readDocument(path, io);
    const summary = document === null ? null : recordOf(document);
    if (summary !== null) return summary;
    const { header, records, problems } = await (document === null
      ? openCaptureFile(path)
      : openCapture(inChunks([document])));
    return { node: header?.node ?? null, kubelet: header?.config, records, problems };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw withPath(error, nameOf(path));
    throw inputFailure(`--capture ${nameOf(path)}: ${error.message}`);
  }
}

/** One Summary is a recording as well: of what is used all the time. Null for other documents. */
function recordOf(document: Uint8Array): NodeRecords | null {
  const { kind, json } = identify(document);
  if (kind !== "Summary" || json === null) return null;
  const record: CaptureRecord = { time: 0n, summary: json, others: new Map(), line: 0 };
  return { node: null, kubelet: null, records: [record], problems: [] };
}
