import { Command, InvalidArgumentError, Option } from "commander";
import type { Answer } from "../../shared/answer.ts";
import type { Decision } from "../../shared/decision.ts";
import type { PodQuery } from "../../shared/engine.ts";
import { EngineError } from "../../shared/engineError.ts";
import { Detail } from "../../shared/index.ts";
import type { ReplayStep } from "../../shared/replay.ts";
import { formatTime } from "../../shared/time.ts";
import { addCaptureOptions } from "../captureInput.ts";
import { chosenTime, recordsUntil } from "../chosenStep.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import type { Io } from "../io.ts";
import { printWarnings } from "../notes.ts";
import { addPolicyOptions, configOption } from "../policyInput.ts";
import { Progress } from "../progress.ts";
import { openSession, type Session, type SessionOptions } from "../session.ts";
import { stepsOf } from "../steps.ts";
import { plural } from "../terminal/amount.ts";
import { explanation } from "../terminal/explanation.ts";
import { readable } from "../terminal/moment.ts";
import { styleOf } from "../terminal/style.ts";

interface PodOption {
  readonly namespace: string;
  readonly name: string;
}

interface ExplainOptions extends SessionOptions {
  readonly at?: string;
  readonly step?: number;
  readonly pod?: PodOption;
  readonly all?: boolean;
  readonly output: "text" | "json";
}

const EXAMPLES = `
Examples:
  plimsoll explain --example memory-leak
  plimsoll explain worker-3.plimsoll.ndjson.gz --at 10:04:40
  plimsoll explain worker-3.plimsoll.ndjson.gz --step 28 --pod shop/cart-7d9

Without --at and --step it explains the first eviction; with --pod, the first one of that pod.`;

export function explainCommand(io: Io): Command {
  const command = new Command("explain")
    .summary("one step in full: arithmetic, ranking, what would have changed it")
    .description("Explains one step of a capture: why this pod, why not another, what would help.");
  addCaptureOptions(command)
    .addOption(configOption("the policy, in any form (default: the capture's own)"))
    .option("--what-if", "what the policy evicts stays gone from later records")
    .option("--at <time>", "the last step up to this time, in UTC: 10:04:40, or a whole date")
    .addOption(
      new Option("--step <number>", "the step with this number").argParser(stepOf).conflicts("at"),
    )
    .addOption(new Option("--pod <ns/name>", "the pod to explain").argParser(podOf))
    .option("--all", "show every ranked pod")
    .addOption(
      new Option("--output <form>", "how to print it").choices(["text", "json"]).default("text"),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((path: string | undefined, options: ExplainOptions) =>
    runExplain(path, options, io),
  );
}

async function runExplain(
  path: string | undefined,
  options: ExplainOptions,
  io: Io,
): Promise<void> {
  const session = await openSession(path, options, io);
  const found = await findStep(session, options, io);
  const answer = explained(session, options.pod);
  if (!found.chosen) await printWarnings([insteadSentence(found, options)], io);
  const { name, problems } = session.capture;
  const ofCapture = problems.map(({ sentence }) => `${name}: ${sentence}`);
  await printWarnings([...ofCapture, ...found.refused], io);
  if (options.output === "json") {
    await io.stdout.write(answer.bytes);
    await io.stdout.write("\n");
    return;
  }
  const lines = explanation(readable(answer), { all: options.all ?? false }, styleOf(io));
  await io.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

interface Found {
  /** False when no step was the one that was asked for, and the last one stands in. */
  readonly chosen: boolean;
  readonly steps: number;
  /** About PodLists that were refused on the way, with their times. */
  readonly refused: readonly string[];
}

/** Drives the engine to the step that is asked for, and leaves it there. */
async function findStep(session: Session, options: ExplainOptions, io: Io): Promise<Found> {
  const progress = new Progress(io);
  const { capture } = session;
  const records =
    options.at === undefined
      ? capture.records
      : recordsUntil(capture.records, chosenTime(options.at));
  let last: ReplayStep | null = null;
  let steps = 0;
  let chosen = false;
  const refused: string[] = [];
  for await (const step of stepsOf(session, io, records)) {
    last = step;
    await progress.step(formatTime(step.time));
    for (const { document, sentence } of step.problems) {
      if (document === "PodList") refused.push(`${formatTime(step.time)}: ${sentence}`);
    }
    if (!step.observed) continue;
    steps += 1;
    chosen = options.at === undefined && isChosen(step, options);
    if (chosen) break;
  }
  await progress.clear();
  if (chosen) return { chosen, steps, refused };
  if (last === null || steps === 0) {
    throw inputFailure(`${capture.name}: it has no record that can be replayed.`);
  }
  if (options.step !== undefined) {
    throw usageFailure(`--step ${options.step}: ${capture.name} has ${plural(steps, "step")}.`);
  }
  if (options.at !== undefined && !last.observed) {
    const why = last.problems.map(({ sentence }) => sentence).join(" ");
    throw usageFailure(
      `--at ${options.at}: nothing was observed at ${formatTime(last.time)} (${why}); ` +
        "choose another time.",
    );
  }
  return { chosen: options.at !== undefined, steps, refused };
}

function isChosen(step: ReplayStep, { step: number, pod }: ExplainOptions): boolean {
  const decision = step.decision()?.parse();
  if (decision === undefined) return false;
  if (number !== undefined) return decision.step === number;
  return decision.evictions.some(
    (eviction) =>
      pod === undefined || (eviction.namespace === pod.namespace && eviction.name === pod.name),
  );
}

function insteadSentence({ steps }: Found, { pod }: ExplainOptions): string {
  const who = pod === undefined ? "No pod" : `${pod.namespace}/${pod.name}`;
  const not = pod === undefined ? "" : " not";
  return `${who} is${not} evicted in ${plural(steps, "step")}; this is the last of them.`;
}

/** The last decision, about a pod when one is named. */
function explained({ engine, capture }: Session, pod: PodOption | undefined): Answer<Decision> {
  if (pod === undefined) return engine.report<Decision>(Detail.Counterfactuals);
  const query: PodQuery = pod;
  try {
    return engine.explain(query);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw usageFailure(
      `--pod ${pod.namespace}/${pod.name}: ${capture.name} has no such pod at this step; ` +
        "leave --pod away to see those it has.",
    );
  }
}

function stepOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Write it as a number.");
  return Number(text);
}

/** `shop/cart-7d9`; a name alone is in the namespace `default`, as for kubectl. */
function podOf(text: string): PodOption {
  const [first = "", second, ...more] = text.split("/");
  if (first === "" || second === "" || more.length > 0) {
    throw new InvalidArgumentError("Write it as namespace/name.");
  }
  return second === undefined
    ? { namespace: "default", name: first }
    : { namespace: first, name: second };
}
