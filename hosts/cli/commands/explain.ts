import { Command, InvalidArgumentError, Option } from "commander";
import type { Answer } from "../../../analysis/engine/answer.ts";
import {
  type Decision,
  type RankedPod,
  SIGNALS,
  type Signal,
} from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { explanation } from "../../../analysis/present/terminal/explanation.ts";
import { readable } from "../../../analysis/present/terminal/moment.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import type { Judged, NodeJudges } from "../../../analysis/questions/explain/nodeAnalyses.ts";
import type { ReplayStep } from "../../../analysis/questions/replay/replay.ts";
import { type ReportRecord, ReportRecorder } from "../../../analysis/questions/report/recorder.ts";
import { asLoggedText, isOfLog } from "../../../analysis/read/journal/logged.ts";
import { memoryReport } from "../../../analysis/read/memory/nodeMemory.ts";
import type { MemoryReport } from "../../../analysis/read/memory/use.ts";
import { plural } from "../../../analysis/text/amount.ts";
import { REPORT_FORMS, type ReportForm } from "../../../analysis/text/document.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { Detail } from "../../../assembly/abi.ts";
import { isNodeName } from "../../daemon/kubernetes/nodes.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { addCaptureOptions } from "../input/capture.ts";
import { chosenTime, recordsUntil } from "../input/chosenStep.ts";
import { addClusterOptions, type ClusterOptions, clusterFlagOf } from "../input/cluster.ts";
import { openLiveNode } from "../input/liveNode.ts";
import { namesPod, type PodPattern, podNamed, podPattern } from "../input/namedPod.ts";
import { type AdmissionOptions, addAdmissionOptions, nodeJudges } from "../input/nodeJudges.ts";
import { addPolicyOptions, configOption } from "../input/policy.ts";
import { openSession, type Session, type SessionOptions } from "../input/session.ts";
import { stepsOf } from "../input/steps.ts";
import { printNotes, printWarnings } from "../notes.ts";
import { isReport } from "../printDocument.ts";
import { Progress } from "../screen/progress.ts";
import { explainBundle } from "./explain/bundle.ts";
import { explainMessages, hasMessages, type MessageOptions } from "./explain/messages.ts";
import { printReport } from "./report.ts";

type Output = "text" | "json";

interface ExplainOptions
  extends SessionOptions,
    Omit<MessageOptions, "output">,
    ClusterOptions,
    AdmissionOptions {
  readonly output: Output | ReportForm;
  readonly node?: string;
  readonly bundle?: string;
  readonly at?: string;
  readonly step?: number;
  readonly pod?: PodPattern;
  readonly signal?: Signal;
  readonly all?: boolean;
}

const EXAMPLES = `
Examples:
  plimsoll explain --example memory-leak
  plimsoll explain worker-3.plimsoll.ndjson.gz --at 10:04:40
  plimsoll explain worker-3.plimsoll.ndjson.gz --step 28 --pod shop/cart-7d9
  plimsoll explain --summary summary.json --pods pods.json --signal nodefs.available
  plimsoll explain worker-3.plimsoll.ndjson.gz --output html > report.html
  plimsoll explain worker-3.plimsoll.ndjson.gz --admit agent.yaml
  plimsoll explain --node worker-3
  plimsoll explain --message 'The node was low on resource: memory. Threshold quantity: …'
  kubectl get events -A -o json | plimsoll explain --events -
  plimsoll explain --bundle must-gather.tar.gz

Without --at and --step it explains the first eviction; with --pod, the first one of that pod;
where that pod is never evicted, the first step that evicts another. With --signal the
ranking is the one for that signal, whatever the step decides.
With --node it asks a node that runs for its Summary, pods and configz, through nodes/proxy of the
API server; with --kubelet, the node's kubelet itself. What the kubelet gives to nobody without more
rights is replaced: pods by those that the API server lists, the configuration by the defaults.
A message needs no capture: explain says what it shows, what it leaves open and what to ask next.`;

export function explainCommand(io: Io): Command {
  const command = new Command("explain")
    .summary("explain one step: thresholds, ranking, and what would have changed it")
    .description(
      "Explains one step of a capture: why this pod was evicted, why not another, what would help.",
    );
  addCaptureOptions(command)
    .addOption(configOption("the kubelet configuration, in any form (default: the capture's own)"))
    .option("--what-if", "remove evicted pods from all later steps")
    .option("--at <time>", "the last step up to this time (UTC): 10:04:40 or 2026-11-20T10:04:40Z")
    .addOption(
      new Option("--step <number>", "the step to explain").argParser(stepOf).conflicts("at"),
    )
    .addOption(
      new Option(
        "--pod <name>",
        "the pod to explain: a name or the start of one, with or without its namespace",
      ).argParser(podPattern),
    )
    .addOption(new Option("--signal <name>", "rank pods as for this signal").choices([...SIGNALS]))
    .option("--all", "show every ranked pod");
  addAdmissionOptions(command).addOption(
    new Option("-o, --output <form>", "output format")
      .choices(["text", "json", ...REPORT_FORMS])
      .default("text"),
  );
  command
    .optionsGroup("A cluster that runs:")
    .addOption(
      new Option("--node <name>", "explain this node as it is now, instead of a capture").argParser(
        nodeNameOf,
      ),
    );
  addClusterOptions(command);
  addMessageOptions(command);
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((path: string | undefined, options: ExplainOptions) => {
    const { bundle, node } = options;
    if (!hasMessages(options) && bundle === undefined) return runExplain(path, options, io);
    const output = outputOfMessages(options);
    if (bundle !== undefined) {
      const { node: _, admit, nodeObject, ...others } = options;
      refuseCapture(path, others);
      const asked = {
        ...(admit === undefined ? {} : { admit }),
        ...(nodeObject === undefined ? {} : { nodeObject }),
      };
      return explainBundle(bundle, node, asked, output, io);
    }
    refuseCapture(path, options);
    return explainMessages({ ...options, output }, io);
  });
}

function addMessageOptions(command: Command): void {
  command
    .optionsGroup("Without a capture:")
    .option(
      "--message <text>",
      "explain a pod's eviction message, with any text around it; - reads it",
    )
    .option("--events <file>", "explain those of kubectl get events, or of kubectl describe")
    .option("--pod-status <file>", "explain those of kubectl get pods, or of kubectl describe")
    .option(
      "--bundle <path>",
      "list what a must-gather, sosreport, support bundle or cluster-info dump has, and explain " +
        "its evictions; a folder or an archive; with --node: those of that node",
    );
}

/** What belongs to a capture says nothing about a message. */
function refuseCapture(path: string | undefined, options: ExplainOptions): void {
  const [given, ...others] = Object.entries(options)
    .filter(([name, value]) => name !== "output" && value !== undefined)
    .map(([name]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    .sort((a, b) => Number(MESSAGE_FLAGS.has(b)) - Number(MESSAGE_FLAGS.has(a)));
  const other = others[0] ?? path;
  if (other === undefined) return;
  throw usageFailure(`${given} is explained alone; omit ${other}.`);
}

const MESSAGE_FLAGS = new Set(["--message", "--events", "--pod-status", "--bundle"]);

async function runExplain(
  path: string | undefined,
  options: ExplainOptions,
  io: Io,
): Promise<void> {
  const session = await openSession(path, options, io, liveNodeOf(path, options, io));
  const found = await findStep(session, options, io);
  const { name, problems } = session.capture;
  const ofCapture = problems.map(({ sentence }) => `${name}: ${sentence}`);
  await printWarnings([...ofCapture, ...found.refused], io);
  if (found.instead !== null) await printNotes([found.instead], io);
  const { answer, memory, kernel, admission } = found;
  if (found.record !== null && isReport(options.output)) {
    return printReport(options.output, session, found.record, options.all ?? false, io);
  }
  if (options.output === "json") {
    const text = isOfLog(session.capture.header) ? asLoggedText(answer.text) : answer.text;
    await io.stdout.write(`${withMembers(text, { memory, kernel, admission })}\n`);
    return;
  }
  const style = styleOf(io);
  const shown = {
    all: options.all ?? false,
    memory,
    kernel,
    admission,
    isOfLog: isOfLog(session.capture.header),
  };
  const lines = explanation(readable(answer), shown, style);
  await io.stdout.write(printed(lines, style.isAscii));
}

/** The decision as the core wrote it, with what Summary, kernel and admission say beside it. */
function withMembers(decision: string, beside: Readonly<Record<string, object | null>>): string {
  const members = Object.entries(beside)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return `${decision.slice(0, -1)}${members.join("")}}`;
}

/** What opens the node that `--node` names; undefined when a capture is to be explained. */
function liveNodeOf(path: string | undefined, options: ExplainOptions, io: Io) {
  const { node, example, summary, pods, time } = options;
  if (node === undefined) {
    const flag = clusterFlagOf(options);
    if (flag !== null) throw usageFailure(`${flag} belongs to --node; name the node as well.`);
    return undefined;
  }
  const others = { [path ?? ""]: path, "--example": example, "--summary": summary };
  const all = Object.entries({ ...others, "--pods": pods, "--time": time });
  const other = all.find(([, value]) => value !== undefined);
  if (other !== undefined) throw usageFailure(`--node asks a node itself; omit ${other[0]}.`);
  const wantsConfigz = options.config === undefined;
  return () => openLiveNode(node, options, wantsConfigz, io);
}

interface Found extends Judged {
  readonly answer: Answer<Decision>;
  readonly memory: MemoryReport | null;
  /** The whole capture, where a report is asked for. */
  readonly record: ReportRecord | null;
  /** Why another step than the one that was asked for is shown; null when it is that one. */
  readonly instead: string | null;
  /** About PodLists that were refused on the way, with their times. */
  readonly refused: readonly string[];
}

/** Drives the engine to the step that is asked for, or to the one that says most in its place. */
async function findStep(session: Session, options: ExplainOptions, io: Io): Promise<Found> {
  const { capture } = session;
  const judges = await nodeJudges(session, options, io);
  const { at, step: number, pod: pattern } = options;
  const records =
    at === undefined ? capture.records : recordsUntil(capture.records, chosenTime(at));
  const progress = new Progress(io);
  const refused: string[] = [];
  const recorder = isReport(options.output) ? new ReportRecorder(0) : null;
  let pressed: Found | null = null;
  let chosen: Found | null = null;
  let last: ReplayStep | null = null;
  let steps = 0;
  for await (const step of stepsOf(session, io, judges.noting(records))) {
    last = step;
    await progress.step(formatTime(step.time));
    recorder?.take(step);
    if (chosen !== null) continue;
    for (const { document, sentence } of step.problems) {
      if (document === "PodList") refused.push(`${formatTime(step.time)}: ${sentence}`);
    }
    if (!step.observed) continue;
    judges.take(step);
    steps += 1;
    const decision = step.decision()?.parse();
    if (decision === undefined || at !== undefined) continue;
    if (isChosen(decision, session, options)) {
      chosen = { ...foundIn(step, session, judges, options), instead: null, refused };
      // A report shows the whole capture.
      if (recorder === null) break;
      continue;
    }
    // Where a pod is never evicted, the first step that evicts another one says why not it.
    if (pattern === undefined || number !== undefined || pressed !== null) continue;
    const pod = podNamed(pattern, step.decision(Detail.Arithmetic)?.parse().ranking ?? []);
    if (pod !== null && decision.signal !== undefined) {
      const instead = `${podText(pod)} is not evicted; this is the first step that evicts another.`;
      pressed = { ...foundIn(step, session, judges, options), instead, refused };
    }
  }
  await progress.clear();
  if (chosen !== null) return { ...chosen, record: recordOf(recorder, chosen) };
  const shown = refuseNothing(session, options, last, steps);
  if (pressed !== null) {
    const record = recordOf(recorder, pressed);
    return { ...pressed, record, ...(options.node === undefined ? {} : { instead: null }) };
  }
  const found = foundIn(shown, session, judges, options);
  const { subject } = found.answer.parse();
  const who = subject === undefined ? "No eviction" : `No eviction of ${podText(subject)}`;
  const instead = `${who} in this capture. Showing the last step (${steps} of ${steps}).`;
  const isAsked = at !== undefined || options.node !== undefined;
  const record = recordOf(recorder, found);
  return { ...found, record, instead: isAsked ? null : instead, refused };
}

/** The whole capture with the one step that was asked for. */
function recordOf(
  recorder: ReportRecorder | null,
  { answer, memory, kernel, admission }: Omit<Found, "record" | "instead" | "refused">,
): ReportRecord | null {
  recorder?.add({ decision: answer.parse(), memory, kernel, admission });
  return recorder?.record ?? null;
}

/** A message is not a step that a report could tell of. */
function outputOfMessages({ output, bundle }: ExplainOptions): Output {
  if (!isReport(output)) return output;
  const given = bundle === undefined ? "a message" : "a bundle";
  throw usageFailure(`--output ${output} is of a capture; ${given} has text and json.`);
}

function foundIn(
  { summary }: ReplayStep,
  session: Session,
  judges: NodeJudges,
  options: ExplainOptions,
) {
  const answer = explained(session, options);
  const decision = answer.parse();
  const { subject, evictions } = decision;
  const memory = summary === null ? null : memoryReport(summary, subject ?? evictions[0]);
  return { answer, memory, ...judges.judged(decision, summary), record: null };
}

/** The last step; there is nothing to show in the place of one that is not there. */
function refuseNothing(
  { capture }: Session,
  { at, step }: ExplainOptions,
  last: ReplayStep | null,
  steps: number,
): ReplayStep {
  if (last === null || steps === 0) {
    const [problem] = capture.problems;
    const why = problem === undefined ? "." : `: ${problem.sentence}`;
    throw inputFailure(`${capture.name}: it has no record that can be replayed${why}`);
  }
  if (step !== undefined) {
    throw usageFailure(`--step ${step}: ${capture.name} has ${plural(steps, "step")}.`);
  }
  if (at !== undefined && !last.observed) {
    const why = last.problems.map(({ sentence }) => sentence).join(" ");
    throw usageFailure(
      `--at ${at}: nothing was observed at ${formatTime(last.time)} (${why}); choose another time.`,
    );
  }
  return last;
}

function isChosen(
  { step, evictions }: Decision,
  { engine }: Session,
  { step: number, pod: pattern }: ExplainOptions,
): boolean {
  if (number !== undefined) return step === number;
  if (pattern === undefined) return evictions.length > 0;
  if (!evictions.some((pod) => namesPod(pattern, pod))) return false;
  const named = podNamed(pattern, rankedPods(engine));
  return evictions.some(({ uid }) => uid === named?.uid);
}

/** Every pod that could be evicted: a step under no pressure ranks them in full detail alone. */
function rankedPods(engine: EvictionEngine): readonly RankedPod[] {
  return engine.report<Decision>(Detail.Counterfactuals).parse().ranking ?? [];
}

/** The last decision, about a pod when one is named, ranked by a signal when one is. */
function explained(
  { engine, capture }: Session,
  { pod: pattern, signal }: ExplainOptions,
): Answer<Decision> {
  const ranked = signal === undefined ? null : { signal };
  if (pattern === undefined) {
    return ranked === null
      ? engine.report<Decision>(Detail.Counterfactuals)
      : engine.explain(ranked);
  }
  // A pod that has ended is not ranked, and has to be named in full.
  const { namespace, name } = podNamed(pattern, rankedPods(engine)) ?? {
    namespace: pattern.namespace ?? "default",
    name: pattern.name,
  };
  try {
    return engine.explain({ namespace, name, ...ranked });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { step } = engine.report<Decision>().parse();
    throw usageFailure(
      `--pod ${pattern.text}: ${capture.name} has no such pod at step ${step}; ` +
        "omit --pod to see those it has.",
    );
  }
}

function nodeNameOf(text: string): string {
  if (isNodeName(text)) return text;
  throw new InvalidArgumentError("Write the name of a Node, as kubectl get nodes shows it.");
}

function stepOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Write it as a number.");
  return Number(text);
}
