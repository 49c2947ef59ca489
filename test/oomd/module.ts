import { readdirSync, readFileSync } from "node:fs";
import type {
  EarlyoomDecision,
  KillerDecision,
  OomdDecision,
  RulesetDecision,
} from "../../analysis/engine/oomdDecision.ts";
import { OomdEngine } from "../../analysis/engine/oomdEngine.ts";
import { killerDecisions } from "../../analysis/questions/replay/killer/decisions.ts";
import { readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { Detail } from "../../assembly/abi.ts";

const wasm = readFileSync(new URL("../../dist/plimsoll-oomd.wasm", import.meta.url));
const module = new WebAssembly.Module(wasm);

export function engine(): OomdEngine {
  return new OomdEngine(module);
}

/** A scenario with the answer of real programs; a release of Debian stands for one of systemd. */
export interface Vector {
  readonly id: string;
  readonly killer: string;
  readonly title: string;
  readonly releases: readonly string[];
  readonly expect: Expected & Readonly<Record<`*${string}`, Expected>>;
}

export interface Expected {
  readonly by?: string;
  readonly target?: string;
  readonly victim?: string | null;
  readonly considered?: number;
  readonly first?: string;
  readonly count?: number;
  readonly line?: string;
  readonly killLine?: string;
  readonly marked?: string;
  readonly picked?: string;
  readonly why?: string;
  readonly would?: string;
  readonly signal?: string;
  readonly pid?: number | null;
  readonly dead?: Readonly<Record<string, number>>;
}

const FOLDER = new URL("vectors/", import.meta.url);

export const VECTORS: readonly Vector[] = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(vectorText(file)));

export function vectorText(file: string): string {
  return readFileSync(new URL(file, FOLDER), "utf8");
}

export const SYSTEMD: Readonly<Record<string, string>> = {
  bookworm: "252",
  "bookworm-backports": "254",
  trixie: "257",
  sid: "262",
};

export const EARLYOOM: Readonly<Record<string, string>> = {
  bookworm: "1.7",
  trixie: "1.8.2",
  sid: "1.9.0",
};

/** Two releases of Debian have the same one. */
export const OOMD: Readonly<Record<string, string>> = { bookworm: "0.5.0" };

const shared = engine();

function played(
  document: object | string,
  version?: string,
  detail: Detail = Detail.Counterfactuals,
): readonly KillerDecision[] {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  return [...killerDecisions(readKillerScenario(text, "a.json"), version, shared, detail)];
}

/** Decisions of systemd-oomd. */
export function decisionsIn(
  document: object | string,
  version?: string,
  detail?: Detail,
): readonly OomdDecision[] {
  const decisions = played(document, version, detail);
  return decisions.flatMap((decision) => (decision.killer === "systemd-oomd" ? [decision] : []));
}

/** Decisions of oomd. */
export function picksIn(document: object | string, detail?: Detail): readonly RulesetDecision[] {
  const decisions = played(document, undefined, detail);
  return decisions.flatMap((decision) => (decision.killer === "oomd" ? [decision] : []));
}

/** Decisions of earlyoom. */
export function looksIn(document: object | string, version?: string): readonly EarlyoomDecision[] {
  const decisions = played(document, version);
  return decisions.flatMap((decision) => (decision.killer === "earlyoom" ? [decision] : []));
}
