/** Calls in any order on one engine, and the inputs that what it then says may depend on. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { DocumentInput, EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Detail, Part } from "../../../assembly/abi.ts";
import {
  at,
  BROKEN_SUMMARY,
  CONFIGURATIONS,
  newEngine,
  POD_LISTS,
  PODS,
  type PodName,
  SUMMARIES,
  said,
} from "./scene.ts";

type ListName = keyof typeof POD_LISTS;
type SummaryName = keyof typeof SUMMARIES;
type Input = (engine: EvictionEngine) => unknown;

/** What each call is about. */
interface Subjects {
  configure: keyof typeof CONFIGURATIONS;
  pods: ListName;
  observe: SummaryName;
  /** `observe` without a new Summary. */
  again: null;
  missed: null;
  /** A Summary that breaks off. */
  broken: null;
  reclaimed: SummaryName | null;
  admit: PodName;
  explain: PodName;
  report: Detail;
  save: null;
  restore: null;
  freeze: Part;
  thaw: Part;
  refused: (typeof REFUSED)[number];
}
type Calls = { readonly [Verb in keyof Subjects]: (of: Subjects[Verb]) => void };
export type Call = {
  [Verb in keyof Subjects]: { readonly verb: Verb; readonly of: Subjects[Verb] };
}[keyof Subjects];

/** Verbs that are given what they must refuse. */
export const REFUSED = ["configure", "pods", "reclaimed", "admit", "restore", "thaw"] as const;
const NOTHING = new TextEncoder().encode("{");

/** A document in force, and how another engine gets it. */
interface Document {
  readonly name: string;
  readonly bring: Input;
}

/** Frozen by an engine that has seen nothing else. */
function frozenAnew(list: string, summary: string | null): Uint8Array {
  const engine = newEngine();
  engine.configure(CONFIGURATIONS.plain);
  engine.pods(POD_LISTS[list as ListName]);
  if (summary === null) return engine.freeze(Part.Pods);
  engine.observe(SUMMARIES[summary as SummaryName], at(0));
  return engine.freeze(Part.Summary);
}

export class History {
  readonly engine = newEngine();
  #inputs: Input[] = [];
  #list: Document | null = null;
  #summary: Document | null = null;
  #seconds = 0;
  #state: Uint8Array | null = null;
  readonly #frozen = new Map<Part, readonly [Uint8Array, string, string | null]>();

  readonly #calls: Calls = {
    configure: (name) => this.#configure(CONFIGURATIONS[name]),
    pods: (name) => this.#pods(name),
    observe: (name) => this.#observe(name),
    again: () => this.#take(this.#observing(null)),
    missed: () => this.#take((engine) => engine.missed(at(0))),
    broken: () => {
      this.#take((engine) => said(() => engine.observe(BROKEN_SUMMARY, at(0))));
      this.#summary = null;
    },
    reclaimed: (name) =>
      this.#take((engine) => engine.reclaimed(name === null ? null : SUMMARIES[name])),
    admit: (name) => this.#take((engine) => engine.admit({ spec: { containers: [{ name }] } })),
    explain: (name) => this.#take((engine) => engine.explain({ namespace: "shop", name })),
    report: (detail) => void this.engine.report(detail),
    save: () => {
      this.#state = this.engine.save();
    },
    restore: () => this.#restore(),
    freeze: (part) => this.#freeze(part),
    thaw: (part) => this.#thaw(part),
    refused: (verb) => void this.engine[verb](NOTHING),
  };

  call({ verb, of }: Call): void {
    try {
      (this.#calls[verb] as (of: Call["of"]) => void)(of);
    } catch (error) {
      // A refusal changes nothing, so it is not input.
      if (!(error instanceof EngineError)) throw error;
    }
  }

  /** A new engine given the inputs, and nothing of what was asked or refused. */
  retold(): EvictionEngine {
    const engine = newEngine();
    for (const input of this.#inputs) input(engine);
    return engine;
  }

  #take(input: Input): void {
    input(this.engine);
    this.#inputs.push(input);
  }

  /** Whatever came before, only the pods and the Summary stay. */
  #configure(configuration: DocumentInput): void {
    this.engine.configure(configuration);
    const documents = [this.#list, this.#summary].flatMap((document) => document?.bring ?? []);
    const configure: Input = (engine) => engine.configure(configuration);
    this.#inputs = [(engine) => engine.configure({}), ...documents, configure];
  }

  #pods(name: ListName): void {
    const bring: Input = (engine) => engine.pods(POD_LISTS[name]);
    this.#take(bring);
    this.#listed({ name, bring });
  }

  #listed(list: Document): void {
    this.#list = list;
    this.#summary = null;
  }

  #observe(name: SummaryName): void {
    this.#take(this.#observing(name));
    this.#summary = { name, bring: (engine) => engine.observe(SUMMARIES[name], at(0)) };
  }

  #observing(name: SummaryName | null): Input {
    this.#seconds += 10;
    const now = at(this.#seconds);
    return (engine) => engine.observe(name === null ? null : SUMMARIES[name], now);
  }

  #restore(): void {
    const state = this.#state;
    if (state !== null) this.#take((engine) => engine.restore(state));
  }

  #freeze(part: Part): void {
    const bytes = this.engine.freeze(part);
    const summary = part === Part.Summary ? (this.#summary?.name ?? null) : null;
    this.#frozen.set(part, [bytes, this.#list?.name ?? "none", summary]);
  }

  #thaw(part: Part): void {
    const frozen = this.#frozen.get(part);
    if (frozen === undefined) return;
    const [bytes, list, summary] = frozen;
    this.engine.thaw(bytes);
    const bring: Input = (engine) => engine.thaw(frozenAnew(list, summary));
    this.#inputs.push(bring);
    if (summary === null) this.#listed({ name: list, bring });
    else this.#summary = { name: summary, bring };
  }
}

/** All that can be heard of an engine, and of its next step. */
export function heardOf(engine: EvictionEngine): unknown {
  const details = [Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals];
  const reports = () => details.map((detail) => said(() => engine.report(detail).text));
  const explained = () =>
    PODS.map((name) => said(() => engine.explain({ namespace: "shop", name }).text));
  const state = () => said(() => Buffer.from(engine.save()).toString("hex"));
  const first = [reports(), explained(), reports(), state()];
  const later = [
    said(() => engine.reclaimed(null)),
    reports(),
    said(() => engine.observe(null, at(10_000))),
    reports(),
    said(() => engine.observe(SUMMARIES.stillShort, at(10_010))),
    explained(),
    state(),
  ];
  return [...first, ...later];
}
