import { Command, Option } from "commander";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { readable } from "../../../analysis/present/terminal/moment.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { table } from "../../../analysis/present/terminal/table.ts";
import type { NodeJudges } from "../../../analysis/questions/explain/nodeAnalyses.ts";
import type { ReplayStep } from "../../../analysis/questions/replay/replay.ts";
import { type ReportRecord, ReportRecorder } from "../../../analysis/questions/report/recorder.ts";
import { isOfLog } from "../../../analysis/read/journal/logged.ts";
import { afterwardsOf } from "../../../analysis/read/prometheus/happened.ts";
import { Story } from "../../../analysis/read/prometheus/story.ts";
import { REPORT_FORMS, type ReportForm } from "../../../analysis/text/document.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { Detail } from "../../../assembly/abi.ts";
import { listExamples } from "../../system/examples.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { bundleJournal } from "../input/bundle.ts";
import { addCaptureOptions } from "../input/capture.ts";
import { journalFile } from "../input/journal.ts";
import { nodeJudges } from "../input/nodeJudges.ts";
import { addPolicyOptions, configOption } from "../input/policy.ts";
import { openSession, type Session, type SessionOptions, subjectOf } from "../input/session.ts";
import { stepsOf } from "../input/steps.ts";
import { printWarnings } from "../notes.ts";
import { isReport } from "../printDocument.ts";
import { Progress } from "../screen/progress.ts";
import { printDecisions } from "./replay/decisionLines.ts";
import { replayJournal } from "./replay/journal.ts";
import { sameInput, sameInputTwice } from "./replay/sameInput.ts";
import { printStory } from "./replay/story.ts";
import { printReport } from "./report.ts";

interface ReplayCommandOptions extends SessionOptions {
  readonly listExamples?: boolean;
  readonly journal?: string;
  readonly bundle?: string;
  readonly node?: string;
  readonly onlyChanges?: boolean;
  readonly all?: boolean;
  readonly output: "text" | "json" | "ndjson" | ReportForm;
  readonly detail?: "0" | "1" | "2";
}

const EXAMPLES = `
Examples:
  plimsoll replay --example memory-leak
  plimsoll replay worker-3.plimsoll.ndjson.gz
  plimsoll replay worker-3.plimsoll.ndjson.gz --eviction-hard 'memory.available<500Mi'
  plimsoll replay worker-3.plimsoll.ndjson.gz --output html > report.html
  plimsoll replay --summary summary.json --pods pods.json --config kubelet.yaml
  journalctl -u kubelet -S -2h | plimsoll replay --journal - --config kubelet.yaml
  plimsoll replay --bundle must-gather.tar.gz --node worker-3
  plimsoll replay worker-3.plimsoll.ndjson.gz --output ndjson | jq 'select(.action == "EvictPod")'`;

/** `words` is the whole command line, from which other command lines are suggested. */
export function replayCommand(words: readonly string[], io: Io): Command {
  const command = new Command("replay")
    .summary("replay a capture: node conditions, reclaims and evictions over time")
    .description("Replays a capture and shows what the kubelet does in each step.");
  addCaptureOptions(command)
    .option("--list-examples", "list the example captures")
    .option(
      "--journal <file>",
      "replay a kubelet's log: klog text, JSON, journalctl; plain or gzip",
    )
    .option("--bundle <path>", "replay the kubelet's log in a must-gather, sosreport or the like")
    .option("--node <name>", "with --bundle: the node")
    .addOption(configOption("the kubelet configuration, in any form (default: the capture's own)"))
    .option("--what-if", "remove evicted pods from all later steps")
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "json", "ndjson", ...REPORT_FORMS])
        .default("text"),
    )
    .option("--all", "markdown and html: show every row of each table")
    .option("--only-changes", "print only steps that differ from the previous one")
    .addOption(
      new Option(
        "--detail <level>",
        "json and ndjson: 1 adds arithmetic and ranking (default: 0)",
      ).choices(["0", "1", "2"]),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((path: string | undefined, options: ReplayCommandOptions) => {
    if (options.listExamples) return printExamples(io);
    if (options.node !== undefined && options.bundle === undefined) {
      throw usageFailure("--node belongs to --bundle; give both.");
    }
    if (options.journal !== undefined || options.bundle !== undefined) {
      return runJournal(path, options, io);
    }
    return runReplay(path, { ...options, words }, io);
  });
}

/** What an option of a capture would say of a log, which has its own pods and its own end. */
const OF_CAPTURES = ["example", "summary", "pods", "time", "whatIf"] as const;

async function runJournal(
  path: string | undefined,
  options: ReplayCommandOptions,
  io: Io,
): Promise<void> {
  const { journal, bundle, node } = options;
  const other = OF_CAPTURES.find((name) => options[name] !== undefined);
  const flag = journal === undefined ? "--bundle" : "--journal";
  if (journal !== undefined && bundle !== undefined) {
    throw usageFailure("--journal and --bundle both name a log; give one.");
  }
  if (path !== undefined || other !== undefined) {
    const named = path ?? `--${other === "whatIf" ? "what-if" : other}`;
    throw usageFailure(`${flag} is replayed alone; omit ${named}.`);
  }
  refuseDetailOfText(options);
  const { output } = options;
  if (isReport(output)) {
    throw usageFailure(
      `--output ${output} is of a capture; make one with plimsoll capture import --journal.`,
    );
  }
  const detail = Number(options.detail ?? Detail.Decision) as Detail;
  if (journal !== undefined)
    return replayJournal(journalFile(journal), { ...options, output }, detail, io);
  const isConfigured = options.config !== undefined;
  const { source, configuration } = await bundleJournal(bundle ?? "", node, isConfigured, io);
  return replayJournal(source, { ...options, output, configuration }, detail, io);
}

function refuseDetailOfText(options: ReplayCommandOptions): void {
  const { output, detail, onlyChanges, all } = options;
  if (detail !== undefined && output !== "json" && output !== "ndjson") {
    throw usageFailure("--detail belongs to --output json and ndjson; give one of them.");
  }
  if (onlyChanges && isReport(output)) {
    throw usageFailure(`--only-changes says nothing with --output ${output}; omit it.`);
  }
  if (all && !isReport(output)) {
    throw usageFailure("--all belongs to --output markdown and html; give one of them.");
  }
}

/** Evictions that are explained one by one; all of them are listed. */
const EXPLAINED_MAX = 5;

/** Reports on all steps, and explains the first evictions. */
async function recorded(
  steps: AsyncIterable<ReplayStep>,
  judges: NodeJudges | null,
  progress: Progress,
): Promise<ReportRecord> {
  const recorder = new ReportRecorder(EXPLAINED_MAX, judges);
  for await (const step of steps) {
    await progress.step(formatTime(step.time));
    recorder.take(step);
  }
  await progress.clear();
  return recorder.record;
}

async function runReplay(
  path: string | undefined,
  options: ReplayCommandOptions & { readonly words: readonly string[] },
  io: Io,
): Promise<void> {
  refuseDetailOfText(options);
  const session = await openSession(path, options, io);
  const progress = new Progress(io);
  let observed = 0;
  const judges = isReport(options.output) ? await nodeJudges(session, {}, io) : null;
  const { records } = session.capture;
  const steps = stepsOf(session, io, judges?.noting(records) ?? records);
  async function* counted(): AsyncGenerator<ReplayStep, void, undefined> {
    for await (const step of steps) {
      if (step.observed) observed += 1;
      yield step;
    }
  }
  const ofLog = isOfLog(session.capture.header);
  if (isReport(options.output)) {
    const record = await recorded(counted(), judges, progress);
    if (observed > 0) await printReport(options.output, session, record, options.all ?? false, io);
  } else if (options.output === "text") {
    const story = { subject: subjectOf(session), policy: session.policy };
    const { words, onlyChanges = false } = options;
    const inputs = { input: sameInput(words), inputTwice: sameInputTwice(words) };
    const candidate = () => candidateOf(session.engine);
    const afterwards = afterwardsIn(session);
    await printStory(
      counted(),
      { ...story, ...inputs, onlyChanges, candidate, afterwards, isOfLog: ofLog },
      progress,
      io,
    );
  } else {
    const { output: form, onlyChanges = false } = options;
    const detail = Number(options.detail ?? Detail.Decision) as Detail;
    await printDecisions(counted(), { form, onlyChanges, detail, isOfLog: ofLog }, progress, io);
  }
  await printProblems(session, io);
  if (observed === 0) {
    const { name, problems } = session.capture;
    const why = problems[0] === undefined ? "." : `: ${problems[0].sentence}`;
    throw inputFailure(`${name}: it has no record that can be replayed${why}`);
  }
}

function afterwardsIn({ capture }: Session): Story | null {
  const found = afterwardsOf(capture.header?.series);
  return found === null ? null : new Story(found.happened, found.intervalSeconds);
}

/** Whom memory pressure would evict next; null after a step in which nothing was observed. */
function candidateOf(engine: EvictionEngine): string | null {
  try {
    const { ranking = [] } = readable(engine.explain({ signal: "memory.available" }));
    const first = ranking.find(({ skipped }) => skipped === undefined);
    return first === undefined ? null : podText(first);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

async function printProblems({ capture }: Session, io: Io): Promise<void> {
  const sentences = capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`);
  await printWarnings(sentences, io);
}

async function printExamples(io: Io): Promise<void> {
  const style = styleOf(io);
  const rows = (await listExamples()).map(({ name, title }) => ({ cells: [name, title] }));
  const lines = table([{ title: "" }, { title: "" }], rows, style.columns);
  await io.stdout.write(`${lines.join("\n")}\n`);
}
