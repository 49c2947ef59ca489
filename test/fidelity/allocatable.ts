/**
 * Node Allocatable against the kubelet's own reservations, resource by resource:
 *
 *     npm run oracle -- allocatable --seed 1 --count 20000 [--shown 3]
 *
 * Compared are what the hard thresholds reserve, what is left for pods, and which reservations a
 * kubelet refuses to start with. Spec 2.8. Exits with 1 on a difference.
 */
import { parseArgs } from "node:util";
import type { Decision, Policy } from "../../analysis/engine/decision.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Detail, Status } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { Random } from "../parsers/random.ts";
import { OracleProcess, oraclePath, statusWithOracle } from "./oracleProcess.ts";

const BATCH = 2_000;
const RESOURCES = ["cpu", "memory", "ephemeral-storage"] as const;
/** Reserves nothing. */
const SOFT = {
  evictionSoft: { "memory.available": "2Gi" },
  evictionSoftGracePeriod: { "memory.available": "1m" },
};
const REFUSED = "invalid Node Allocatable configuration. ";
const PERCENTAGES = ["0.001%", "1%", "5%", "7.5%", "10%", "33%", "33.3333%", "99.9%", "100%"];
const SUFFIXES = ["", "", "Ki", "Mi", "Gi", "k", "M", "G", "m", "e3", "E2", ".5Gi", ".25Ki", "n"];

interface Question {
  readonly kind: "allocatable";
  readonly config: Readonly<Record<string, unknown>>;
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatableIgnoresEviction: boolean;
}

interface Shares {
  readonly evictionHard: string;
  readonly allocatable: string;
  /** The sentence with which a kubelet does not start. */
  readonly refused?: string;
}

interface Answer {
  readonly errors?: readonly string[];
  readonly resources?: Readonly<Record<string, Shares>>;
}

function quantity(random: Random): string {
  return `${random.integer(random.pick([4, 10, 20, 33]))}${random.pick(SUFFIXES)}`;
}

function threshold(random: Random): string {
  return random.chance(50) ? random.pick(PERCENTAGES) : quantity(random);
}

/** Some of these members. */
function some(
  random: Random,
  names: readonly string[],
  draw: (random: Random) => string,
): Record<string, string> {
  const drawn = names.filter(() => random.chance(50));
  return Object.fromEntries(drawn.map((name) => [name, draw(random)]));
}

function question(random: Random): Question {
  const hard = some(
    random,
    ["memory.available", "nodefs.available", "imagefs.available"],
    threshold,
  );
  const config = {
    ...(random.chance(80) ? { evictionHard: hard } : {}),
    ...(random.chance(30) ? SOFT : {}),
    systemReserved: some(random, [...RESOURCES, "pid"], quantity),
    kubeReserved: some(random, [...RESOURCES, "pid"], quantity),
  };
  const capacity = some(random, RESOURCES, (source) => {
    return source.chance(50) ? quantity(source) : String(source.integer(40));
  });
  return { kind: "allocatable", config, capacity, allocatableIgnoresEviction: random.chance(10) };
}

class Player {
  readonly #engine: EvictionEngine;

  constructor(engine: EvictionEngine) {
    this.#engine = engine;
    engine.pods('{"items":[]}');
  }

  answer({ config, capacity, allocatableIgnoresEviction }: Question): Answer {
    const options = {
      capacity,
      experimentalAllocatableIgnoreEviction: allocatableIgnoresEviction,
    };
    try {
      const policy = this.#engine.configure(JSON.stringify({ ...config, plimsoll: options }));
      return { resources: this.#resources(policy, Object.keys(capacity)) };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (error.status !== Status.InvalidConfiguration) throw error;
      return { errors: [error.reason] };
    }
  }

  #resources(policy: Policy, names: readonly string[]): Record<string, Shares> {
    this.#engine.observe('{"node":{}}', 0n);
    const report = this.#engine.report<Pick<Decision, "nodeAllocatable">>(Detail.Arithmetic);
    const { nodeAllocatable = [] } = report.parse();
    const refusals = policy.warnings
      .map(({ message }) => message)
      .filter((message) => message.startsWith(REFUSED))
      .map((message) => message.slice(REFUSED.length));
    const shares: Record<string, Shares> = {};
    for (const { resource, evictionHard = "", allocatable = "" } of nodeAllocatable) {
      if (!names.includes(resource)) continue;
      const refused = refusals.find((message) => message.startsWith(`Resource "${resource}" `));
      shares[resource] = { evictionHard, allocatable, ...(refused ? { refused } : {}) };
    }
    return shares;
  }
}

/** Of a resource that nothing is reserved of, ours says nothing: all of it is for pods. */
function differs(ours: Answer, theirs: Answer): boolean {
  if (ours.resources === undefined || theirs.resources === undefined) {
    return (ours.errors === undefined) !== (theirs.errors === undefined);
  }
  return Object.entries(theirs.resources).some(([name, { evictionHard, allocatable, refused }]) => {
    const share = ours.resources?.[name];
    if (share === undefined) return name !== "cpu" || refused !== undefined;
    return (
      share.evictionHard !== evictionHard ||
      share.allocatable !== allocatable ||
      share.refused !== refused
    );
  });
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "20000" },
      shown: { type: "string", default: "3" },
      release: { type: "string" },
    },
  });
  const oracle = new OracleProcess(oraclePath(values.release), 1);
  const player = new Player(new EvictionEngine(await loadModule("eviction")));
  const random = new Random(Number(values.seed));
  let [different, refused] = [0, 0];
  for (let left = Number(values.count); left > 0; left -= BATCH) {
    const questions = Array.from({ length: Math.min(left, BATCH) }, () => question(random));
    const answers = await oracle.ask(questions.map((asked) => JSON.stringify(asked)));
    for (const [index, asked] of questions.entries()) {
      const theirs = JSON.parse(answers[index] ?? "{}") as Answer;
      const ours = player.answer(asked);
      if (theirs.errors !== undefined) refused++;
      if (!differs(ours, theirs)) continue;
      if (different++ >= Number(values.shown)) continue;
      console.log(JSON.stringify(asked));
      console.log(`  ours    ${JSON.stringify(ours)}`);
      console.log(`  kubelet ${JSON.stringify(theirs)}`);
    }
  }
  oracle.close();
  const figures = `${values.count} nodes, ${refused} refused, ${different} different`;
  console.log(`seed ${values.seed}: ${figures}`);
  return different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
