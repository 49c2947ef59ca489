import type { Command } from "commander";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import {
  EvictionEngine,
  type LeftOut,
  NONE_LEFT_OUT,
} from "../../../../analysis/engine/evictionEngine.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../../../analysis/present/terminal/style.ts";
import { VERIFY } from "../../../../analysis/questions/capture/options.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import { toModuleConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { leftOutWords, nodeNameOfSummary } from "../../../../analysis/read/objects/nodePods.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { commandOf } from "../../command.ts";
import { Findings } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";

interface Verdict {
  readonly name: string;
  readonly records: number;
  readonly observed: number;
  readonly podLists: number;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  /** Of the last PodList. */
  readonly leftOut: LeftOut;
  readonly problems: readonly Problem[];
}

interface Problem {
  /** 1-based. */
  readonly line: number;
  readonly sentence: string;
}

export function verifyCommand(io: Io): Command {
  return commandOf(VERIFY, async ({ capture }, { output }) => {
    const engine = new EvictionEngine(await loadModule("eviction"));
    const opened = await openNamedCapture(capture, {}, io, { engine, isPassing: true });
    const verdict = await verify(opened, engine);
    await io.stdout.write(output === "json" ? jsonOf(verdict) : textOf(verdict, io));
    if (verdict.problems.length > 0) throw new Findings();
  });
}

async function verify(capture: NamedCapture, engine: EvictionEngine): Promise<Verdict> {
  const { json, problem } = configurationOf(capture, engine);
  const found: Problem[] = problem === null ? [] : [problem];
  let [records, observed, podLists] = [0, 0, 0];
  let times: [bigint, bigint] | null = null;
  let leftOut: LeftOut = NONE_LEFT_OUT;
  let node: string | null = null;
  async function* counted() {
    for await (const record of capture.records) {
      if (record.summary !== null) node ??= nodeNameOfSummary(record.summary);
      if (record.pods !== undefined) podLists += 1;
      yield record;
    }
  }
  for await (const step of replay(engine, json, counted())) {
    records += 1;
    if (step.observed) observed += 1;
    leftOut = step.leftOut;
    times = [times?.[0] ?? step.time, step.time];
    for (const { sentence } of step.problems) found.push({ line: step.line, sentence });
  }
  const header = capture.header?.node;
  if (node !== null && header !== undefined && header !== node) {
    const sentence = `The header names node ${header}, and the Summaries are from node ${node}.`;
    found.push({ line: 1, sentence });
  }
  return {
    name: capture.name,
    records,
    observed,
    podLists,
    firstTime: times === null ? null : formatTime(times[0]),
    lastTime: times === null ? null : formatTime(times[1]),
    leftOut,
    problems: [...found, ...capture.problems].sort((a, b) => a.line - b.line),
  };
}

/** The capture's own configuration; the defaults when the kubelet would not start with it. */
function configurationOf({ header, options }: NamedCapture, engine: EvictionEngine) {
  const loaded = { configuration: header?.config ?? {}, replacedByFlags: [] };
  const json = toModuleConfiguration(loaded, options);
  try {
    engine.configure(json);
    return { json, problem: null };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const sentence = `The kubelet would not start with the header's config: ${error.message}.`;
    return { json: "{}", problem: { line: 1, sentence } };
  }
}

function textOf(verdict: Verdict, io: Io): string {
  const style = styleOf(io);
  const { paint } = style;
  const { name, records, observed, podLists, firstTime, lastTime, leftOut, problems } = verdict;
  const span = firstTime === null ? "" : `, ${firstTime} to ${lastTime}`;
  const result =
    problems.length === 0
      ? paint.good("no problems found")
      : paint.low(plural(problems.length, "problem"));
  const words = leftOutWords(leftOut);
  const lines = [
    `${name}: ${result}`,
    `  ${plural(records, "record")} (${observed} with a Summary that can be observed)${span}`,
    `  ${[plural(podLists, "PodList"), words].filter((each) => each !== null).join("; ")}`,
    ...problems.map(({ line, sentence }) => `  line ${line}: ${sentence}`),
  ];
  return printed(lines, style.isAscii);
}

function jsonOf(verdict: Verdict): string {
  return `${JSON.stringify({ plimsoll: "verify/1", ...verdict }, null, 2)}\n`;
}
