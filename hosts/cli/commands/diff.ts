import { Command, Option } from "commander";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import {
  differenceTable,
  firstDifference,
  policies,
  totals,
} from "../../../analysis/present/terminal/difference.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { differingSteps } from "../../../analysis/questions/diff/difference.ts";
import { plural } from "../../../analysis/text/amount.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { Findings, inputFailure, usageFailure } from "../exitCode.ts";
import { addCaptureOptions, openNamedCapture } from "../input/capture.ts";
import { flagsOfOptions } from "../input/kubeletFlags.ts";
import {
  addPolicyOptions,
  configOption,
  configurationText,
  loadPolicy,
  type PolicyOptions,
} from "../input/policy.ts";
import { configuredEngine, type SessionOptions } from "../input/session.ts";
import { printNotes, printWarnings } from "../notes.ts";
import { type ComparedReplays, compare } from "./diff/comparison.ts";

interface DiffOptions extends SessionOptions {
  readonly exitCode?: boolean;
  readonly output: "text" | "json";
}

const EXAMPLES = `
Examples:
  plimsoll diff worker-3.plimsoll.ndjson.gz --config now.yaml --config next.yaml
  plimsoll diff worker-3.plimsoll.ndjson.gz --config next.yaml
  plimsoll diff --example memory-leak --eviction-hard 'memory.available<500Mi'

A is the first of two --config; with one or none, A is the capture's own configuration.
B is the last --config (or A again) under --config-dir, the kubelet flags, --profile and
--kubelet-version; --layout, --capacity and --what-if hold for both.
Steps differ when the threshold that is acted on, the conditions, the reclaims, the evicted pods or
their grace periods do.`;

export function diffCommand(io: Io): Command {
  const command = new Command("diff")
    .summary("compare two configurations on one capture")
    .description("Replays a capture under two configurations and shows where they differ.");
  addCaptureOptions(command)
    .addOption(configOption("a kubelet configuration, in any form; give it twice for A and B"))
    .option("--what-if", "remove evicted pods from all later steps, on each side")
    .option("--exit-code", "exit with 1 when a step differs")
    .addOption(
      new Option("-o, --output <form>", "output format").choices(["text", "json"]).default("text"),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((path: string | undefined, options: DiffOptions) =>
    runDiff(path, options, io),
  );
}

async function runDiff(path: string | undefined, options: DiffOptions, io: Io): Promise<void> {
  const configs = configsOf(options);
  const core = await loadModule("eviction");
  const [left, right] = [new EvictionEngine(core), new EvictionEngine(core)];
  const capture = await openNamedCapture(path, options, io, { engine: left, isPassing: true });
  const { layout, capacity, whatIf } = options;
  const node = Object.fromEntries(
    Object.entries({ layout, capacity, whatIf }).filter(([, value]) => value !== undefined),
  ) as PolicyOptions;
  const [a, b] = [
    await loadPolicy(await configurationText(configs.a, io), node, capture, io),
    await loadPolicy(await configurationText(configs.b, io), options, capture, io),
  ];
  await printNotes([...new Set([...a.notes, ...b.notes])], io);
  const sides = [
    { capture, ...configuredEngine(left, a) },
    { capture, ...configuredEngine(right, b) },
  ] as const;
  const texts = options.output === "json";
  const comparison = await compare(sides, { texts }, io);
  await printWarnings(
    capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`),
    io,
  );
  if (comparison.steps === 0) {
    throw inputFailure(`${capture.name}: it has no record that can be replayed.`);
  }
  await io.stdout.write(texts ? jsonOf(comparison, sides) : textOf(comparison, sides, io));
  if (comparison.first !== null && options.exitCode === true) throw new Findings();
}

/** Which file is on which side; undefined is the capture's own. */
function configsOf(options: DiffOptions): { a: string | undefined; b: string | undefined } {
  const configs = options.config ?? [];
  if (configs.length > 2) {
    throw usageFailure(`--config is given ${configs.length} times; give the two to compare.`);
  }
  const others = [options.configDir, options.profile, options.kubeletVersion];
  const said = others.some((each) => each !== undefined) || flagsOfOptions(options).length > 0;
  if (configs.length === 0 && !said) {
    throw usageFailure(
      "Nothing to compare: give --config A --config B, or what shall be different, " +
        "such as --eviction-hard.",
    );
  }
  return { a: configs.length === 2 ? configs[0] : undefined, b: configs.at(-1) };
}

function textOf(comparison: ComparedReplays, sides: Parameters<typeof compare>[0], io: Io): string {
  const style = styleOf(io);
  const { first, runs, steps, tallies } = comparison;
  const verdict =
    first === null
      ? `No difference in ${plural(steps, "step")}.`
      : `${differingSteps(comparison)} of ${plural(steps, "step")} differ.`;
  const lines = [
    ...policies(sides, style),
    "",
    style.paint.title(verdict),
    ...(first === null ? [] : firstDifference(first, style)),
    ...differenceTable(runs, style),
    ...totals(tallies, style),
  ];
  return printed(lines, style.isAscii);
}

/** One object; the decisions are in it as the core wrote them. */
function jsonOf(comparison: ComparedReplays, [a, b]: Parameters<typeof compare>[0]): string {
  const differences = comparison.texts.map(([left, right]) => `{"a":${left},"b":${right}}`);
  const policyTexts = [a, b].map(({ policy }) => JSON.stringify(policy));
  return (
    `{"plimsoll":"diff/1","steps":${comparison.steps},` +
    `"policies":{"a":${policyTexts[0]},"b":${policyTexts[1]}},` +
    `"differences":[${differences.join(",\n")}]}\n`
  );
}
