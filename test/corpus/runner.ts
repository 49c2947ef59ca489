/**
 * Plays a corpus on an engine and judges every case by what the kubelet's code answered. Runs
 * on any platform with WebAssembly: it needs no Go, no Node, no file, no clock.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import type { Worths } from "../fidelity/criterion/configuration.ts";
import type { Difference } from "../fidelity/criterion/difference.ts";
import { type Judgment, judgmentOf } from "../fidelity/criterion/verdict.ts";
import { Player } from "../fidelity/play.ts";
import { type CorpusCase, type CorpusHeader, readCorpus, scenarioOf } from "./corpus.ts";
import type { Listener } from "./tracedEngine.ts";

/** Makes an engine that passes each answer to the listener, such as a TracedEngine. */
export type EngineFactory = (listener: Listener) => EvictionEngine;

export interface CorpusReport {
  /** The release whose code answered. */
  readonly kubernetes: string;
  readonly cases: number;
  readonly answers: number;
  /** SHA-256 of all answers of the engine in their order, one a line, in hexadecimal. */
  readonly digest: string;
  /** How many cases show a deliberate difference, by its name. */
  readonly deliberate: Readonly<Record<string, number>>;
  readonly failures: readonly CorpusFailure[];
}

export interface CorpusFailure {
  readonly id: string;
  readonly differences: readonly Difference[];
}

const NEWLINE = new Uint8Array([0x0a]);

export async function runCorpus(
  createEngine: EngineFactory,
  bytes: Uint8Array,
): Promise<CorpusReport> {
  const { header, cases } = readCorpus(bytes);
  const worths = new Map(Object.entries(header.worths));
  const hash = sha256.create();
  let answers = 0;
  const player = new Player(() =>
    createEngine((answer) => {
      hash.update(answer).update(NEWLINE);
      answers++;
    }),
  );
  const failures: CorpusFailure[] = [];
  const deliberate: Record<string, number> = {};
  for (const one of cases) {
    const judgment = await judge(player, header, one, worths);
    for (const name of judgment.deliberate) deliberate[name] = (deliberate[name] ?? 0) + 1;
    const { differences } = judgment;
    if (differences.length > 0) failures.push({ id: one.id, differences });
  }
  const digest = bytesToHex(hash.digest());
  const { kubernetes } = header;
  return { kubernetes, cases: cases.length, answers, digest, deliberate, failures };
}

async function judge(
  player: Player,
  header: CorpusHeader,
  one: CorpusCase,
  worths: Worths,
): Promise<Judgment> {
  const { answer, pods } = one;
  const scenario = scenarioOf(header, one);
  // A corpus is recorded from hundreds of runs.
  const expected = { answer, pods: pods ?? null, worths, thorough: true };
  const played = await player.play(scenario);
  const podAnswers = pods === undefined ? null : player.podAnswers(scenario);
  return judgmentOf(scenario, expected, { played, pods: podAnswers });
}
