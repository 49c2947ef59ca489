import type { Command } from "commander";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { type SideParting, sidePartingOf } from "../../../analysis/questions/diff/answer.ts";
import { diffDocument } from "../../../analysis/questions/diff/document.ts";
import { DIFF, type DiffOptions } from "../../../analysis/questions/diff/options.ts";
import type { PolicyOptions } from "../../../analysis/questions/options/policy.ts";
import { ASSUMED_DEFAULTS, assumedRelease } from "../../../analysis/text/assumedDefaults.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { commandOf } from "../command.ts";
import { Findings, inputFailure } from "../exitCode.ts";
import { openNamedCapture } from "../input/capture.ts";
import { isOfFormat } from "../input/givenInstead.ts";
import { configurationText, loadPolicy } from "../input/policy.ts";
import { configuredEngine } from "../input/session.ts";
import { printNotes, printWarnings } from "../notes.ts";
import { isReport, printDocument } from "../printDocument.ts";
import { sameCommand } from "../sameCommand.ts";
import { type ComparedReplays, compare } from "./diff/comparison.ts";
import { diffKillers } from "./diff/killer.ts";

/** `words` is the whole command line, from which other command lines are suggested. */
export function diffCommand(words: readonly string[], io: Io): Command {
  return commandOf(DIFF, async ({ capture }, options) => {
    const isKillers = capture !== undefined && (await isOfFormat(capture, "killer", io));
    return isKillers
      ? diffKillers(capture, options, words, io)
      : runDiff(capture, options, words, io);
  });
}

async function runDiff(
  path: string | undefined,
  options: DiffOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
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
  const isAssumed = a.isAssumed ?? b.isAssumed;
  const assumed = isAssumed === true ? [`${capture.name}: ${ASSUMED_DEFAULTS}`] : [];
  const sides = [
    { capture, ...configuredEngine(left, a) },
    { capture, ...configuredEngine(right, b) },
  ] as const;
  const releases = sides.flatMap(({ policy }) => assumedRelease(policy));
  await printNotes([...new Set([...a.notes, ...b.notes, ...releases]), ...assumed], io);
  const { output } = options;
  const comparison = await compare(sides, { texts: output === "json" }, io);
  await printWarnings(
    capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`),
    io,
  );
  if (comparison.steps === 0) {
    throw inputFailure(`${capture.name}: it has no record that can be replayed.`);
  }
  if (output === "json") await io.stdout.write(jsonOf(comparison, sides));
  else {
    const isWhole = options.all === true || isReport(output);
    const whole = isWhole ? null : sameCommand(words, "--all");
    const document = diffDocument(comparison, sides, { capture: capture.name, whole });
    await printDocument(document, { ...options, output }, io);
  }
  if (comparison.first !== null && options.exitCode === true) throw new Findings();
}

/** Which file is on which side; undefined is the capture's own. */
function configsOf({ config = [] }: DiffOptions) {
  return { a: config.length === 2 ? config[0] : undefined, b: config.at(-1) };
}

/** One object; the decisions are in it as the core wrote them. */
function jsonOf(comparison: ComparedReplays, [a, b]: Parameters<typeof compare>[0]): string {
  const differences = comparison.texts.map(([left, right]) => `{"a":${left},"b":${right}}`);
  const policyTexts = [a, b].map(({ policy }) => JSON.stringify(policy));
  return (
    `{"plimsoll":"diff/1","steps":${comparison.steps},` +
    `"policies":{"a":${policyTexts[0]},"b":${policyTexts[1]}},` +
    `${a.isAssumed || b.isAssumed ? '"defaultsAssumed":true,' : ""}` +
    unknownMember(sidePartingOf(comparison)) +
    `"differences":[${differences.join(",\n")}]}\n`
  );
}

/** From where all is unknown of one side; nothing where the recording shows both. */
function unknownMember(parting: SideParting | null): string {
  if (parting === null) return "";
  const { side, time, pod } = parting;
  return `"unknownAfter":${JSON.stringify({ side: side === 0 ? "a" : "b", time, pod })},`;
}
