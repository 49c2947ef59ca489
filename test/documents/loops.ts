/**
 * Simulations after corrupt documents: every verb of the loop's module answers, what it
 * answers is what it should be, and it is the same again in an instance that has forgotten all.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { Status } from "../../assembly/abi.ts";
import { ROOT } from "../module/compile.ts";
import { SIMULATOR } from "../simulator/playing.ts";
import { Refused, SimulatorModule } from "../simulator/simulatorModule.ts";
import { mutate } from "./mutations.ts";
import { isJson } from "./oracle.ts";
import { Random } from "./random.ts";

type Verb = Parameters<SimulatorModule["give"]>[0];

/** A document for a verb, or a moment in seconds up to which it is run. */
export type Turn = { readonly verb: Verb; readonly bytes: Buffer } | { readonly until: number };

/** Controllers make 20 pods a second, whatever a spoilt number of replicas says. */
const SECONDS_MAX = 90;
/** Documents are small, and what happens in a minute and a half is little. */
const MEMORY_MAX_BYTES = 256 * 2 ** 20;
/** Memory that was taken stays taken. */
const CASES_PER_INSTANCE = 200;
const FOUND_MAX = 10;

const CLUSTERS = clustersOfExamples();

interface Cluster {
  readonly objects: readonly Buffer[];
  readonly scenario: Buffer;
}

function clustersOfExamples(): readonly Cluster[] {
  const folder = join(ROOT, "examples/clusters");
  const documentsOf = (path: string) =>
    parseAllDocuments(readFileSync(path, "utf8")).map((each) =>
      Buffer.from(JSON.stringify(each.toJS())),
    );
  return readdirSync(folder).flatMap((name) => {
    const files = name.includes(".") ? [] : readdirSync(join(folder, name));
    if (!files.includes("scenario.yaml")) return [];
    const [scenario] = documentsOf(join(folder, name, "scenario.yaml"));
    const objects = documentsOf(join(folder, name, "objects.yaml"));
    return scenario === undefined ? [] : [{ objects, scenario }];
  });
}

/** Documents in their order, most of them as they are, and questions when it has been played. */
export function turnsOf(random: Random): Turn[] {
  const { objects, scenario } = random.pick(CLUSTERS);
  const spoilt = (bytes: Buffer, oneIn: number) =>
    random.oneIn(oneIn) ? mutate(bytes, random).bytes : bytes;
  const give = (verb: Verb, bytes: Buffer): Turn => ({ verb, bytes });
  const json = (value: object) => Buffer.from(JSON.stringify(value));
  const configuration = json({ kind: "KubeSchedulerConfiguration", profiles: [{}] });
  const node = json({ node: "worker-1" });
  const pod = json({ namespace: "shop", name: "cart-2" });
  const until = random.pick([1, 30, SECONDS_MAX]);
  const turns: Turn[] = [
    ...(random.oneIn(8) ? [give("configure", spoilt(configuration, 2))] : []),
    ...objects.map((each) => give("objects", spoilt(each, 3))),
    give("scenario", spoilt(scenario, 2)),
    { until },
    give("situation", spoilt(node, 3)),
    ...(random.oneIn(2) ? [{ until: SECONDS_MAX }] : []),
    give("scheduling", spoilt(pod, 3)),
    { until: SECONDS_MAX },
  ];
  if (!random.oneIn(16)) return turns;
  // A host that takes verbs in any order.
  return turns.map(() => random.pick(turns));
}

/** What was answered to turns: texts, and refusals as their JSON. */
export function answersOf(loop: SimulatorModule, turns: readonly Turn[]): readonly string[] {
  const answers = turns.map((turn) => {
    try {
      if ("until" in turn) return JSON.stringify(loop.run(turn.until));
      return loop.give(turn.verb, turn.bytes);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.message;
    }
  });
  try {
    return [...answers, JSON.stringify(loop.verdict())];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [...answers, error.message];
  }
}

interface Answer {
  readonly status?: number;
  readonly reason?: string;
  readonly offset?: number;
}

/** What is wrong with the answer to a turn, or undefined. */
export function objectionTo(turn: Turn, answer: string): string | undefined {
  if ("until" in turn) return objectionToCourse(turn.until, answer);
  const { verb, bytes } = turn;
  const isQuestion = verb === "situation" || verb === "scheduling";
  const isRefused = answer.startsWith('{"plimsoll":"error/1"');
  if (!isRefused) {
    // Of no bytes a configuration is the default one, and a scenario is empty.
    const isDefault = bytes.length === 0 && (verb === "configure" || verb === "scenario");
    if (!isDefault && !isJson(bytes)) return `${verb} takes what JSON.parse refuses`;
    return isQuestion && !isJson(Buffer.from(answer)) ? `${verb} is not JSON` : undefined;
  }
  const { status = 0, reason = "", offset = 0 } = JSON.parse(answer) as Answer;
  if (Status[status] === undefined) return `${verb} has status ${status}`;
  if (reason === "") return `${verb}: ${Status[status]} has no reason`;
  const isInside = offset >= 0 && offset <= Math.max(1, bytes.length);
  return isInside ? undefined : `${verb}: byte ${offset} of ${bytes.length}`;
}

function objectionToCourse(until: number, answer: string): string | undefined {
  const events = JSON.parse(answer) as readonly { readonly time: number }[] | Answer;
  if (!("length" in events)) return events.reason ? undefined : "a run has no reason";
  let last = 0;
  for (const { time } of events) {
    if (!(time >= last)) return `an event at ${time} s follows one at ${last} s`;
    if (time > Math.max(until, SECONDS_MAX)) return `an event at ${time} s, later than asked for`;
    last = time;
  }
  return undefined;
}

export class Loops {
  readonly #seed: number;
  readonly found: string[] = [];
  #loop = new SimulatorModule(SIMULATOR);
  #cases = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  get isFull(): boolean {
    return this.found.length >= FOUND_MAX;
  }

  run(number: number): void {
    const sentence = this.#examine(number);
    if (sentence === undefined) return;
    this.#loop = new SimulatorModule(SIMULATOR);
    this.found.push(
      `seed ${this.#seed}, case ${number}: ${sentence}\n` +
        `  repeat with: npm run fuzz -- --loops --seed ${this.#seed} --case ${number}`,
    );
  }

  #examine(number: number): string | undefined {
    const random = new Random(this.#seed, number);
    const turns = turnsOf(random);
    if (this.#cases++ % CASES_PER_INSTANCE === 0) this.#loop = new SimulatorModule(SIMULATOR);
    try {
      this.#loop.call("clear");
      const answers = answersOf(this.#loop, turns);
      const wrong = turns.map((turn, index) => objectionTo(turn, answers[index] ?? ""));
      const first = wrong.find((sentence) => sentence !== undefined);
      if (first !== undefined) return first;
      if (this.#loop.memoryBytes > MEMORY_MAX_BYTES) return "it takes more memory than it should";
      if (!random.oneIn(4)) return undefined;
      const again = answersOf(new SimulatorModule(SIMULATOR), turns);
      const other = answers.findIndex((answer, index) => answer !== again[index]);
      return other < 0 ? undefined : `turn ${other} is answered otherwise by a new instance`;
    } catch (error) {
      return `${error instanceof Error ? error.message : error}`;
    }
  }
}
