/**
 * What was given, by its first bytes: a row for each format that a command, the page or a bundle
 * may be handed. What a document of the API is, `identify` says.
 */
import { KLOG, readLogLine } from "../journal/line.ts";
import { isKernelLine, KernelLines } from "../kernelLog/kernelLine.ts";
import { killerFileOf } from "../killer/killerFile.ts";
import { isSamples } from "../killer/samples.ts";
import { isKillerLog } from "../killerLog/killerLog.ts";
import { messagesIn } from "../messages/message.ts";
import { hasMessages, isReport } from "../messages/reported.ts";
import { archiveForm } from "./archive.ts";
import { BEGINNING_BYTES } from "./beginning.ts";
import { type Identified, KILLER_SCENARIO, NO_KIND, SCENARIO } from "./documents.ts";
import { FLAWED_YAML, identify, PLAIN_TEXT, TABLE } from "./identify.ts";
import { decodedText } from "./text.ts";

export type Format =
  | "archive"
  | "capture"
  | "log"
  | "messages"
  | "kernelLog"
  | "killerLog"
  | "series"
  | "scenario"
  | "killerConfiguration"
  | "killer"
  | "summary"
  | "pods"
  | "configuration"
  | "scheduler"
  | "kubeconfig"
  | "objects";

/** The beginning of a file. */
interface Beginning {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly document: Identified;
}

export interface FormatRow {
  readonly format: Format;
  /** The name in the sentence `this is …`. */
  readonly words: string;
  readonly is: (beginning: Beginning) => boolean;
  /** Which command takes it; `path` as a shell takes it. */
  readonly advice: (path: string) => string;
}

/** What is said of an object that has a kind and is none of the node's own documents. */
const OBJECT_WORDS = /^an? (?:List with )?[A-Z]/;
/** Objects that decide where pods are placed, next to the events. */
const OF_CLUSTER = /^a List with .*\bNode\b/;
/** Kinds of files that are not objects of a cluster. */
const OTHER_KINDS = /^an? (?:Config|Status|KubeSchedulerConfiguration|KubeletConfiguration)\b/;

/** Other programs also call their settings a Config. */
const CLUSTERS = /^\s*["']?clusters["']?\s*:/m;
const SCHEDULER_WORDS = "a scheduler's configuration";
const HEADER = /^\s*\{\s*"plimsoll"\s*:\s*"capture\//;
/** A capture need not have a header, and other programs write further members. */
const SCALAR_MEMBER = /"\w{1,40}"\s*:\s*[-\w."]{1,40}\s*,\s*/.source;
const RECORD = new RegExp(
  `^\\s*\\{\\s*"time"\\s*:\\s*"[^"]*"\\s*,\\s*(?:${SCALAR_MEMBER}){0,9}` +
    '"(?:summary|summaryError|pods)"\\s*:',
);
/** The content may be without the answer around it. */
const SERIES =
  /^\s*\{[^{}[\]]{0,300}(?:"data"\s*:\s*\{[^{}[\]]{0,300})?"resultType"\s*:\s*"(matrix|vector)"/;
/** Sources and programs of a kubelet: other clients write lines of the same form. */
const OF_KUBELET = /kubelet|k3s|rke2|eviction.manager|image_gc_manager|container_gc|pod_workers/i;
/** Words of a pass of the eviction manager: a log without them may have its findings alone. */
const OF_PASS = /eviction manager|Evicting pod/i;
/** The lines of a report about an OOM kill, which no event and no kubelet quotes. */
const OF_OOM_REPORT = new RegExp(
  String.raw`\binvoked oom-killer: |\boom-kill:constraint=|` +
    String.raw`\bTasks state \(memory values in pages\):`,
);
/** What the OOM killer writes: a part of a log, pasted among other lines, has it. */
const OF_OOM_KILLER = new RegExp(
  String.raw`${OF_OOM_REPORT.source}|\b[Oo]ut of memory: Kill|\boom_reaper: reaped process |` +
    String.raw`\bTask in \S{1,4096} killed as a result of limit of |` +
    String.raw`\b(?:dump_header|mem_cgroup_out_of_memory)\+0x|` +
    String.raw`\bmemory: usage \d{1,17}kB, limit \d{1,20}kB, failcnt `,
);
/** A sentence of the kernel that was copied without what is before it in a log. */
const BARE_OOM = /^(?:Memory cgroup o|O)ut of memory: Kill/;
/** Parts of a kubelet that decide about evictions or free space. */
const OF_EVICTION = /eviction.manager|image_gc_manager|container_gc/i;
/** What is before a klog line and its header. */
const HEADER_LENGTH_MAX = 300;
/** What a klog line begins with after its header: "Eviction manager: …". */
const HEAD_LENGTH = 20;
/** What journalctl prints above and between lines. */
const OF_JOURNALCTL = /^-- /;

/** The first row that holds counts. */
export const FORMATS: readonly FormatRow[] = [
  {
    format: "archive",
    words: "an archive",
    is: ({ bytes }) => isArchive(bytes),
    advice: ifBundle,
  },
  {
    format: "capture",
    words: "a capture",
    is: ({ text }) => HEADER.test(text) || RECORD.test(text),
    advice: (path) => `plimsoll replay ${path} replays it`,
  },
  {
    format: "killer",
    words: KILLER_SCENARIO,
    is: ({ document, text }) => isSamples(text) || document.words === KILLER_SCENARIO,
    advice: (path) => `plimsoll replay ${path} replays it`,
  },
  {
    format: "log",
    words: "a kubelet's log",
    is: ({ text, document }) =>
      !isEvents(document) &&
      !isKernelsAlone(text) &&
      text.split("\n").some(isOfKubelet) &&
      !isWithoutPasses(text),
    advice: (path) =>
      `replay it with plimsoll replay --journal ${path}, or make a capture of it with plimsoll ` +
      `capture import --journal ${path}`,
  },
  {
    format: "messages",
    words: "a document with eviction messages",
    is: ({ text, document }) =>
      isEvents(document) ||
      (!isOfNoKind(document) && messagesIn(text).length > 0) ||
      (isText(document) && isReport(text) && !isKillerLog(text)),
    advice: (path) => `explain them with plimsoll explain --events ${path}`,
  },
  {
    format: "kernelLog",
    words: "a kernel's log",
    is: ({ text }) => OF_OOM_KILLER.test(text) || (isKernelLog(text) && !isKillerLog(text)),
    advice: (path) => `explain its OOM kills with plimsoll oom ${path}`,
  },
  {
    format: "killerLog",
    words: "a log of a killer in user space",
    is: ({ text }) => isKillerLog(text),
    advice: (path) => `explain its kills with plimsoll oom ${path}`,
  },
  {
    format: "series",
    words: "an answer of Prometheus",
    is: ({ text }) => SERIES.test(text),
    advice: (path) =>
      "make a capture of it with plimsoll capture import " +
      `--prometheus-dump ${path} --node NAME --out FILE`,
  },
  {
    format: "scenario",
    words: SCENARIO,
    is: ({ document }) => document.words === SCENARIO,
    advice: (path) =>
      "give the objects of its cluster together with it, or run plimsoll simulate --scenario " +
      `${path}, which reads them from the cluster`,
  },
  {
    format: "killerConfiguration",
    words: "the configuration of a killer in user space",
    is: ({ text }) => killerFileOf(text) !== null,
    advice: (path) => `plimsoll check ${path} checks it`,
  },
  {
    format: "summary",
    words: "a stats Summary",
    is: ({ document }) => document.kind === "Summary",
    advice: (path) => `give it as --summary ${path}, and its pods as --pods`,
  },
  {
    format: "pods",
    words: "a PodList",
    is: ({ document }) => document.kind === "PodList",
    advice: (path) =>
      `give it as --pods ${path} with a --summary, or explain what ended its pods with plimsoll ` +
      `explain --pod-status ${path}`,
  },
  {
    format: "configuration",
    words: "a kubelet configuration",
    is: ({ document }) => document.kind === "configuration",
    advice: (path) => `give it as --config ${path}, or check it with plimsoll check ${path}`,
  },
  {
    format: "scheduler",
    words: SCHEDULER_WORDS,
    is: ({ document }) => document.words === "a KubeSchedulerConfiguration",
    advice: (path) =>
      "give the cluster's objects with it: plimsoll schedule --objects FILE --scheduler-config " +
      path,
  },
  {
    format: "kubeconfig",
    words: "a kubeconfig",
    is: ({ document, text }) => document.words === "a Config" && CLUSTERS.test(text),
    advice: (path) => `plimsoll next --kubeconfig ${path} asks its current context`,
  },
  {
    format: "objects",
    words: "objects of a cluster",
    is: ({ document: { kind, words } }) =>
      kind === "other" && OBJECT_WORDS.test(words) && !OTHER_KINDS.test(words),
    advice: (path) => `plimsoll schedule --objects ${path} explains its pending pods`,
  },
];

/** Also of a folder. */
export function ifBundle(path: string): string {
  return `if it is a support bundle, plimsoll explain --bundle ${path} reads it`;
}

/** The format of a file that begins with these bytes; null for one that no row has. */
export function formatOf(bytes: Uint8Array): FormatRow | null {
  const beginning: Beginning = {
    bytes,
    text: decodedText(bytes),
    document: identify(bytes),
  };
  return FORMATS.find(({ is }) => is(beginning)) ?? null;
}

/** What a person pastes into one text, for which a format of its own is not the whole. */
const PASTED: readonly Format[] = ["log", "messages", "kernelLog"];
/** A line that a program logged, whatever it quotes. */
const LOGGED = new RegExp(
  String.raw`^\s*(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\{"|time=")|` +
    KLOG.source,
);

/** What else a text contains that was pasted together; empty where the format is all of it. */
export function furtherFormats(bytes: Uint8Array, { format }: FormatRow): readonly FormatRow[] {
  if (!PASTED.includes(format)) return [];
  if (format === "messages" && OF_CLUSTER.test(identify(bytes).words)) {
    return FORMATS.filter((row) => row.format === "objects");
  }
  const text = decodedText(bytes);
  if (/^\s*[{[]\s*["{]/.test(text)) return [];
  const further = new Set<Format>();
  if (format === "log" && isReport(linesOfNoLog(text))) further.add("messages");
  if (format !== "kernelLog" && OF_OOM_REPORT.test(text)) further.add("kernelLog");
  if (format === "messages" && hasOomLine(text)) further.add("kernelLog");
  if (format === "messages" && isKillerLog(text)) further.add("killerLog");
  return FORMATS.filter((row) => further.has(row.format));
}

/** Whether a line is the OOM killer's own: events and other programs quote its sentences. */
function hasOomLine(text: string): boolean {
  const reader = new KernelLines();
  return text.split("\n").some((line) => {
    const isKernels = isKernelLine(line) || BARE_OOM.test(line);
    return isKernels && OF_OOM_KILLER.test(line) && reader.read(line)?.isQuoted === false;
  });
}

function linesOfNoLog(text: string): string {
  const lines = text.split("\n");
  const isLogged = (line: string) =>
    LOGGED.test(line.slice(0, HEADER_LENGTH_MAX)) || readLogLine(line)?.isKubelets === true;
  return lines.filter((line) => !isLogged(line)).join("\n");
}

/** What is still gzip without its compression may be anything. */
function isArchive(bytes: Uint8Array): boolean {
  const form = archiveForm(bytes);
  return form !== null && form !== "tar.gz";
}

/** A manifest with an error may be a part of a text. */
function isText({ words }: Identified): boolean {
  return words.startsWith(PLAIN_TEXT) || words.startsWith(FLAWED_YAML) || words === TABLE;
}

function isEvents({ words }: Identified): boolean {
  return /\bEvent(?:List)?\b/.test(words);
}

/** Only events and pods say which pod a message is about. */
function isOfNoKind({ words }: Identified): boolean {
  return words.startsWith(NO_KIND);
}

/** What another program logs may name a kubelet in its text. */
function isOfKubelet(line: string): boolean {
  const klog = KLOG.exec(line.slice(0, HEADER_LENGTH_MAX));
  const head = klog === null ? line : line.slice(0, klog.index + klog[0].length + HEAD_LENGTH);
  return OF_KUBELET.test(head) && readLogLine(line)?.isKubelets === true;
}

/** Whether a text is all that there is: a longer log may have an eviction further down. */
function isShort(text: string): boolean {
  return text.length < BEGINNING_BYTES / 2;
}

/** A line of a kubelet next to the kernel's report says nothing of an eviction. */
function isKernelsAlone(text: string): boolean {
  return isShort(text) && OF_OOM_KILLER.test(text) && !OF_EVICTION.test(text);
}

/** Whether a kubelet's log has findings, and no pass of its eviction manager to replay. */
function isWithoutPasses(text: string): boolean {
  return isShort(text) && !OF_PASS.test(text) && hasMessages(text);
}

/** Recognizes the kernel's part of what a machine logs. */
function isKernelLog(text: string): boolean {
  // What follows the last newline may be cut off.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1) || text;
  const lines = whole.split("\n");
  const logged = lines.filter((line) => line.trim() !== "" && !OF_JOURNALCTL.test(line));
  return logged.length > 0 && logged.every(isKernelLine);
}
