import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { type Advice, adviceOn } from "../../../analysis/questions/advise/advice.ts";
import { adviceJson, clusterJson } from "../../../analysis/questions/advise/adviceJson.ts";
import { type AdvisedCapture, logNote } from "../../../analysis/questions/advise/advised.ts";
import { adviceNext } from "../../../analysis/questions/advise/answer.ts";
import { adviceDocument } from "../../../analysis/questions/advise/document.ts";
import { ADVISE, type AdviseOptions } from "../../../analysis/questions/advise/options.ts";
import { isOfLog } from "../../../analysis/read/journal/logged.ts";
import { eachOnce } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { commandOf } from "../command.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { openNamedCapture } from "../input/capture.ts";
import { frozenCapture } from "../input/frozenCapture.ts";
import { isOfFormat } from "../input/givenInstead.ts";
import { openSession, type Session } from "../input/session.ts";
import { printNotes } from "../notes.ts";
import { printDocument } from "../printDocument.ts";
import { sameCommand } from "../sameCommand.ts";
import { Progress } from "../screen/progress.ts";
import { searched } from "../screen/searched.ts";
import { eachAdvisedNode, namesNodes, reportUnread } from "./advise/nodes.ts";

/** Each is decoded as a whole and kept: a day of a large node takes 200 MB. */
const CAPTURES_MAX = 20;

export function adviseCommand(io: Io): Command {
  return commandOf(ADVISE, ({ captures }, options) => runAdvise(captures, options, io));
}

async function runAdvise(given: readonly string[], options: AdviseOptions, io: Io): Promise<void> {
  if (namesNodes(options)) return adviseOnNodes(options, io);
  const paths = await eachOnce(given);
  const [only, ...others] = paths;
  if (only !== undefined && others.length === 0 && (await isOfFormat(only, "killer", io))) {
    const { adviseOnKiller } = await import("./advise/killer.ts");
    return adviseOnKiller(only, options, io);
  }
  if (paths.length > CAPTURES_MAX) {
    throw usageFailure(`These are ${paths.length} captures; give at most ${CAPTURES_MAX}.`);
  }
  const captures: AdvisedCapture[] = [];
  for (const path of paths.length === 0 ? [undefined] : paths) {
    const next = await opened(path, options, io);
    const [first = next] = captures;
    if (!isOfOneKind(first, next)) {
      throw inputFailure(
        `${next.name} has other thresholds or reservations than ${first.name}; give captures of ` +
          "one kind of node, or the configuration of all of them as --config.",
      );
    }
    // One engine runs all of them, one after the other, because an engine takes 70 MiB.
    captures.push({ ...next, engine: first.engine });
  }
  const advice = await adviceOf(captures, io);
  await printAdvice([advice], () => adviceJson(advice), options, io);
}

/** Each kind of node by itself: what is advised is for all of its nodes. */
async function adviseOnNodes(options: AdviseOptions, io: Io): Promise<void> {
  const engine = new EvictionEngine(await loadModule("eviction"));
  const captures: AdvisedCapture[] = [];
  const unread = await eachAdvisedNode(options, io, async (open, own) => {
    const { capture, limit } = await open(own);
    const session = await openSession(undefined, options, own, async () => capture, engine);
    const advised = await advisedOf(session, own);
    captures.push(limit === undefined ? advised : { ...advised, limit });
  });
  await reportUnread(unread, captures.length, io);
  const kinds: Advice[] = [];
  for (const kind of byKind(captures).values()) kinds.push(await adviceOf(kind, io));
  const [only] = kinds;
  const isOne = options.node?.length === 1 && only !== undefined;
  const json = () => (isOne ? adviceJson(only) : clusterJson(kinds, unread));
  await printAdvice(kinds, json, options, io);
}

async function printAdvice(
  kinds: readonly Advice[],
  json: () => object,
  { output, all = false }: AdviseOptions,
  io: Io,
): Promise<void> {
  if (output === "json") return io.stdout.write(`${JSON.stringify(json())}\n`);
  if (output === "yaml") {
    const texts = kinds.map(({ patch }) => printed(patch.trimEnd().split("\n")));
    return io.stdout.write(texts.join("---\n"));
  }
  const { words = [] } = io;
  const [patch, whole] = ["-o yaml", "--all"].map((option) => sameCommand(words, option));
  const next = all ? [] : adviceNext(kinds, { patch: patch ?? null, whole: whole ?? null });
  await printDocument(adviceDocument(kinds, { all }, next), { output, all }, io);
}

function adviceOf(captures: readonly AdvisedCapture[], io: Io): Promise<Advice> {
  return searched(adviceOn(captures), "change", new Progress(io));
}

/** The most nodes first; captures in the order of their names. */
function byKind(captures: readonly AdvisedCapture[]): ReadonlyMap<string, AdvisedCapture[]> {
  const kinds = new Map<string, AdvisedCapture[]>();
  for (const capture of [...captures].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const kind = JSON.stringify(kindOf(capture));
    kinds.set(kind, [...(kinds.get(kind) ?? []), capture]);
  }
  return new Map([...kinds].sort(([, a], [, b]) => b.length - a.length));
}

async function opened(
  path: string | undefined,
  options: AdviseOptions,
  io: Io,
): Promise<AdvisedCapture> {
  return advisedOf(
    await openSession(path, options, io, () => openNamedCapture(path, options, io)),
    io,
  );
}

async function advisedOf(session: Session, io: Io): Promise<AdvisedCapture> {
  const { engine, policy, json, isAssumed } = session;
  const { name } = session.capture;
  if (isOfLog(session.capture.header)) await printNotes([logNote(name)], io);
  const capture = await frozenCapture(session, io);
  if (capture.steps.every(({ summary }) => summary === null)) {
    throw inputFailure(`${name}: it has no record that can be replayed.`);
  }
  const assumed = isAssumed === undefined ? {} : { isAssumed };
  return { name, engine, policy, json, capture, ...assumed };
}

function isOfOneKind(a: AdvisedCapture, b: AdvisedCapture): boolean {
  return isDeepStrictEqual(kindOf(a), kindOf(b));
}

function kindOf({ policy, json }: AdvisedCapture) {
  const { kubeReserved, systemReserved } = JSON.parse(json);
  const { thresholds, pressureTransitionPeriodSeconds } = policy;
  return { thresholds, pressureTransitionPeriodSeconds, kubeReserved, systemReserved };
}
