/**
 * Holds the two ways to rewrite a capture to their promise: reduced, anonymous, or both, it is
 * decided as before. Recordings are captures made of the corpus and of the vectors.
 */

import type { Decision, PodName } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Pseudonyms } from "../../../analysis/questions/capture/anonymize/pseudonyms.ts";
import { type Anonymizer, anonymizer } from "../../../analysis/questions/capture/anonymize.ts";
import type { NameKind } from "../../../analysis/questions/capture/reduce/shape.ts";
import { reduceHeader, reduceRecord } from "../../../analysis/questions/capture/reduce.ts";
import { replay } from "../../../analysis/questions/replay/replay.ts";
import {
  CAPTURE_VERSION,
  type CaptureHeader,
  type CaptureRecord,
} from "../../../analysis/read/capture/capture.ts";
import { toModuleConfiguration } from "../../../analysis/read/kubelet/configuration.ts";
import { Detail } from "../../../assembly/abi.ts";
import { recordsOf } from "../../fidelity/play.ts";
import { configurationText } from "../../fidelity/question.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { buildConfiguration, buildScenes } from "../../vectors/documents.ts";
import type { Vector } from "../../vectors/vector.ts";

/** A capture in memory. */
export interface Recording {
  /** Names it in a report. */
  readonly id: string;
  readonly header: CaptureHeader;
  readonly records: readonly CaptureRecord[];
}

const KEY = "rewriting";
const NAME_KINDS: readonly NameKind[] = ["node", "namespace", "pod", "uid", "container", "volume"];
const NAMED = "(?:node|namespace|pod|container|volume)-[0-9a-f]{12}";
const UID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PSEUDONYM = new RegExp(`\\b(?:${NAMED}|${UID})\\b`, "g");
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function recordingOfScenario(id: string, scenario: Scenario): Recording {
  return {
    id,
    header: headerOf(configurationText(scenario)),
    records: [...recordsOf(scenario)],
  };
}

export function recordingOfVector(vector: Vector): Recording {
  return {
    id: `${vector.specification}: ${vector.title}`,
    header: headerOf(buildConfiguration(vector)),
    records: buildScenes(vector).map(({ now, podList, summary, reclaimed }, index) => ({
      time: now,
      line: index + 2,
      others: new Map(),
      pods: encoder.encode(podList),
      summary: summary === null ? null : encoder.encode(summary),
      ...(reclaimed === undefined
        ? {}
        : { reclaimed: reclaimed === null ? null : encoder.encode(reclaimed) }),
    })),
  };
}

function headerOf(configuration: string): CaptureHeader {
  return { plimsoll: CAPTURE_VERSION, node: "worker-3", config: JSON.parse(configuration) };
}

/** Rewrites recordings and compares what is decided, one engine for all of them. */
export class Rewriting {
  readonly #engine: EvictionEngine;
  readonly #anonymous: Anonymizer;
  readonly #pseudonyms: Pseudonyms;

  private constructor(engine: EvictionEngine, anonymous: Anonymizer, pseudonyms: Pseudonyms) {
    this.#engine = engine;
    this.#anonymous = anonymous;
    this.#pseudonyms = pseudonyms;
  }

  static async on(engine: EvictionEngine): Promise<Rewriting> {
    return new Rewriting(engine, await anonymizer({ key: KEY }), await Pseudonyms.of(KEY));
  }

  /** One sentence for each way of rewriting after which something else is decided. */
  async differences(recording: Recording): Promise<readonly string[]> {
    const whole = await this.#decided(recording);
    const reduced = this.#reduced(recording);
    const names = await this.#names(recording);
    const named = whole.map((text) => withoutLuck(text, new Map()));
    const after = async (how: string, from: Recording) => {
      const decided = await this.#decided(await this.#made(from));
      return difference(
        how,
        named,
        decided.map((text) => withoutLuck(text, names)),
      );
    };
    // One after the other: there is one engine.
    const found = [
      difference("reduced", whole, await this.#decided(reduced)),
      await after("anonymous", recording),
      await after("reduced, then anonymous", reduced),
    ];
    return found.filter((each) => each !== null);
  }

  #reduced({ id, header, records }: Recording): Recording {
    return {
      id,
      header: reduceHeader(header),
      records: records.map((each) => reduceRecord(this.#engine, each)),
    };
  }

  async #made({ id, header, records }: Recording): Promise<Recording> {
    const rewritten: CaptureRecord[] = [];
    for (const record of records) rewritten.push(await this.#anonymous.record(record));
    return { id, header: await this.#anonymous.header(header), records: rewritten };
  }

  /** The decision of each record, or why there is none: the document, and the status. */
  async #decided({ header, records }: Recording): Promise<string[]> {
    const source = { configuration: header.config ?? {}, replacedByFlags: [] };
    const texts: string[] = [];
    try {
      for await (const step of replay(this.#engine, toModuleConfiguration(source), records)) {
        const refused = step.problems.map(
          ({ document, refusal }) => `${document} ${refusal?.status ?? "missing"}`,
        );
        texts.push(`${refused.join()} ${step.decision(Detail.Arithmetic)?.text ?? "{}"}`);
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      texts.push(`configuration ${error.answer.status} {}`);
    }
    return texts;
  }

  /** What each pseudonym of the recording stands for. */
  async #names(recording: Recording): Promise<ReadonlyMap<string, string>> {
    const texts = new Set<string>();
    const documents = recording.records.flatMap(({ pods, summary, reclaimed }) => [
      pods,
      summary,
      reclaimed,
    ]);
    for (const document of documents) if (document) textsIn(document, texts);
    const asked = [...texts].flatMap((text) => NAME_KINDS.map((kind) => [kind, text] as const));
    for (const [kind, text] of asked) this.#pseudonyms.get(kind, text);
    await this.#pseudonyms.make();
    return new Map(
      asked.map(([kind, text]) => [this.#pseudonyms.get(kind, text) ?? "", text] as const),
    );
  }
}

function difference(
  how: string,
  expected: readonly string[],
  found: readonly string[],
): string | null {
  const at = expected.findIndex((text, index) => text !== found[index]);
  if (expected.length !== found.length) {
    return `${how}: ${expected.length} records became ${found.length}`;
  }
  if (at < 0) return null;
  const [before, after] = [membersOf(expected[at] ?? ""), membersOf(found[at] ?? "")];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const lines = names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `\n  ${name}: ${before.get(name)}\n    became ${after.get(name)}`);
  return `${how}, record ${at}:${lines.join("")}`;
}

/** The members of an outcome as JSON, and what was refused. */
function membersOf(text: string): ReadonlyMap<string, string> {
  const at = text.indexOf("{");
  const members = Object.entries(JSON.parse(text.slice(at)) as object);
  return new Map([
    ["refused", text.slice(0, at)],
    ...members.map(([name, value]) => [name, JSON.stringify(value)] as const),
  ]);
}

function textsIn(document: Uint8Array, texts: Set<string>): void {
  try {
    JSON.parse(decoder.decode(document), (_, value) => {
      if (typeof value === "string" && value !== "") texts.add(value);
      return value;
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/**
 * A decision with its names back, and without what a name decides: the digest, and the order of
 * pods that are equal in every comparator, which is their uids' doing.
 */
function withoutLuck(text: string, names: ReadonlyMap<string, string>): string {
  const at = text.indexOf("{");
  const restored = text
    .slice(at)
    .replace(PSEUDONYM, (pseudonym) => escaped(names.get(pseudonym) ?? pseudonym))
    // The kubelet quotes this one name as Go does, so its spelling is not the name's.
    .replace(/(of EmptyDir volume )[\s\S]*?( exceeds the limit )/g, "$1$2");
  const { digest: _, ...decision } = JSON.parse(restored) as Decision;
  // Nothing was decided.
  if (decision.evictions === undefined) return text.slice(0, at) + JSON.stringify(decision);
  const said = isTied(decision) ? outcomeOf(decision) : inUidOrder(decision);
  return text.slice(0, at) + JSON.stringify(said);
}

function escaped(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

type Undigested = Omit<Decision, "digest">;

function isTied({ ranking = [], alternatives }: Undigested): boolean {
  return ranking.some((pod) => pod.tied) || alternatives.some(({ pods }) => pods.length > 1);
}

function byUid<P extends PodName>(pods: readonly P[]): readonly P[] {
  return [...pods].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

function inUidOrder(decision: Undigested): Undigested {
  const { evictions, refused } = decision;
  return {
    ...decision,
    evictions: byUid(evictions),
    ...(refused === undefined ? {} : { refused: byUid(refused) }),
  };
}

/** What is the same whichever of the pods that tie comes first. */
function outcomeOf(decision: Undigested): unknown {
  const { evictions, alternatives, ranking = [], refused: _, ...others } = decision;
  const own = { signal: others.signal, hard: others.hard, pods: evictions };
  const choices = [own, ...alternatives].flatMap(({ signal, hard, pods }) =>
    pods.map(({ uid }) => `${hard ? "hard" : "soft"} ${signal}: ${uid}`),
  );
  return {
    ...others,
    evicted: evictions.length,
    choices: [...new Set(choices)].sort(),
    usages: ranking.map(({ usage }) => usage).sort((a, b) => a - b),
  };
}
