/** Which records of a capture cannot be used, and why. */
import { EngineError } from "../../engine/engineError.ts";
import { type EvictionEngine, type LeftOut, NONE_LEFT_OUT } from "../../engine/evictionEngine.ts";
import type { Capture } from "../../read/capture/capture.ts";
import { toModuleConfiguration } from "../../read/kubelet/configuration.ts";
import { leftOutWords, nodeNameOfSummary } from "../../read/objects/nodePods.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  closing,
  commandText,
  type Document,
  type Fact,
  list,
  section,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { formatNames } from "../../text/names.ts";
import { formatTime } from "../../text/time.ts";
import { momentText } from "../../text/utc.ts";
import { replay } from "../replay/replay.ts";

export interface VerifiedCapture {
  readonly name: string;
  readonly records: number;
  readonly observed: number;
  readonly podLists: number;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  /** The pods left out of the last PodList. */
  readonly leftOut: LeftOut;
  readonly problems: readonly CaptureProblem[];
}

interface CaptureProblem {
  /** 1-based. */
  readonly line: number;
  readonly sentence: string;
}

/** Reads every record as a replay does. */
export async function verifyCapture(
  capture: Capture & { readonly name: string },
  engine: EvictionEngine,
): Promise<VerifiedCapture> {
  const { json, problem } = configurationOf(capture, engine);
  const found: CaptureProblem[] = problem === null ? [] : [problem];
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
function configurationOf({ header, options }: Capture, engine: EvictionEngine) {
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

/** How the answer is shown. */
interface VerifyView {
  /** Every problem, and every line. */
  readonly all: boolean;
  /** The capture, as a word of a command; null where it cannot be read again. */
  readonly next: string | null;
}

export function verifyDocument(verified: VerifiedCapture, { all, next }: VerifyView): Document {
  const { name, records, observed, podLists, firstTime, lastTime, leftOut, problems } = verified;
  const left = leftOutWords(leftOut);
  const rows: readonly Fact[] = [
    ["records", `${formatCount(records)} (${formatCount(observed)} with a Summary)`],
    ...(firstTime === null || lastTime === null
      ? []
      : [["times", `${momentText(firstTime)} to ${momentText(lastTime)}`] as const]),
    ["PodLists", `${formatCount(podLists)}${left === null ? "" : `; ${left}`}`],
  ];
  const isWhole = problems.length === 0;
  const found = isWhole ? "no problems found" : plural(problems.length, "problem");
  const replay = next === null ? [] : [commandText(`plimsoll replay ${next}`, "what it shows")];
  return {
    title: fittingTitle(`${name}: ${found}`, capitalized(found)),
    mark: isWhole ? "good" : "risk",
    sources: ["capture"],
    lead: [{ is: "facts", rows }],
    sections: section("Problems", list(grouped(problems, all))),
    closing: closing([], [], replay),
  };
}

const LINES_SHOWN = 5;

/** A problem that many records have is one item. */
function grouped(problems: readonly CaptureProblem[], all: boolean): readonly string[] {
  const lines = new Map<string, number[]>();
  for (const { line, sentence } of problems) {
    const own = lines.get(sentence);
    if (own === undefined) lines.set(sentence, [line]);
    else own.push(line);
  }
  return [...lines].map(([sentence, of]) => {
    // Sentences of the reader begin with the line.
    if (sentence.startsWith("Line ")) return sentence;
    const named = formatNames(of.map(String), all ? {} : { max: LINES_SHOWN });
    return `line${of.length === 1 ? "" : "s"} ${named}: ${sentence}`;
  });
}
