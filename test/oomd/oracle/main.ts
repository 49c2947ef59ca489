/**
 * Unmodified killers of Debian against `plimsoll-oomd.wasm`:
 *
 *     npm run oracle -- oomd [--seed N --runs N --minutes N --jobs N --only NAME]
 *
 * First every vector of test/oomd/vectors in each release that it names, then generated scenarios:
 * systemd-oomd 252 and 262, oomd 0.5.0, earlyoom 1.7 and 1.9. A decision that differs is asked for
 * twice more, because a busy machine may be late; then it fails. The programs come as packages of
 * Debian, which are unpacked below build/ and not installed.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { killerDecisions } from "../../../analysis/questions/replay/killer/decisions.ts";
import { readKillerScenario } from "../../../analysis/read/killer/scenario.ts";
import { UnreadableError } from "../../../analysis/read/unreadable.ts";
import { Detail } from "../../../assembly/abi.ts";
import { Random } from "../../documents/random.ts";
import { EARLYOOM, engine, OOMD, SYSTEMD, VECTORS, vectorText } from "../module.ts";
import { Asked } from "./asked.ts";
import { fetchKillers, KILLERS } from "./fetched.ts";
import {
  type Asking,
  pressureCase,
  ruleCase,
  rulesetCase,
  signalCase,
  swapCase,
} from "./generate.ts";
import { type Seen, seenOf } from "./seen.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "400" },
    minutes: { type: "string", default: "2" },
    jobs: { type: "string", default: "12" },
    only: { type: "string" },
  },
});

const SOURCE = fileURLToPath(new URL("./", import.meta.url));
const SUITES = ["bookworm", "bookworm-backports", "trixie", "sid"];
const TOOLS = ["unshare", "cc", "python3", "apt-get", "dpkg-deb"];
const TRIES = 3;

/** What is compared of each killer, and how often it is asked for one earlyoom. */
const KINDS: readonly Kind[] = [
  { name: "pressure", suites: ["bookworm", "sid"], share: 1, draw: pressureCase },
  { name: "swap", suites: ["bookworm", "sid"], share: 2, draw: swapCase },
  { name: "rules", suites: ["sid"], share: 2, draw: ruleCase },
  { name: "rulesets", suites: ["bookworm"], share: 4, draw: rulesetCase },
  { name: "signals", suites: ["bookworm", "sid"], share: 12, draw: signalCase },
];

interface Kind {
  readonly name: string;
  readonly suites: readonly string[];
  readonly share: number;
  readonly draw: (random: Random) => Asking;
}

interface Question extends Asking {
  readonly name: string;
  readonly suite: string;
  readonly version: string;
}

const module = engine();

/** The module's decisions, with the members that are compared. */
function decided({ killer, scenario, version }: Question): readonly Seen[] {
  const { enough, ...own } = scenario;
  try {
    const read = readKillerScenario(JSON.stringify({ killer, scenario: own }), "case");
    return [...killerDecisions(read, version, module, Detail.Decision)].map((decision): Seen => {
      if (decision.killer === "earlyoom") return { signal: decision.signal, pid: decision.pid };
      if (decision.killer === "oomd") return { picked: decision.picked, why: decision.why };
      const { by, target, victim, considered, order } = decision;
      return { by, target, victim, considered, order };
    });
  } catch (error) {
    if (error instanceof UnreadableError) return [{ refused: true }];
    throw error;
  }
}

/** Whether the first decisions agree; when a look is taken is the machine's affair. */
function agrees(ours: readonly Seen[], theirs: readonly Seen[]): boolean {
  const [first = {}] = ours;
  const [other = {}] = theirs;
  // Pages are scanned while it looks: their number is not the same twice.
  const rate = /^(based on pg scan rate at) -?\d+/;
  const bare = ({ why, ...rest }: Seen) =>
    typeof why === "string" ? { ...rest, why: why.replace(rate, "$1") } : rest;
  return isDeepStrictEqual(bare(first), bare(other));
}

function toolsMissing(): string | null {
  const missing = TOOLS.filter((tool) => spawnSync("which", [tool]).status !== 0);
  if (missing.length > 0)
    return `${missing.join(", ")} are missing: install util-linux, gcc, python3`;
  return process.getuid?.() === 0 ? null : "it needs root, for mounts in namespaces of its own";
}

function versionsOf(killer: string): Readonly<Record<string, string>> {
  if (killer === "earlyoom") return EARLYOOM;
  return killer === "oomd" ? OOMD : SYSTEMD;
}

function vectorQuestions(): readonly Question[] {
  return VECTORS.flatMap(({ id, killer, releases }) => {
    const { scenario } = JSON.parse(vectorText(`${id}.json`)) as Asking;
    return releases.flatMap((suite) => {
      const version = versionsOf(killer)[suite];
      return version === undefined ? [] : [{ name: id, suite, version, killer, scenario }];
    });
  });
}

function* generated(): Generator<Question> {
  const seed = Number(values.seed);
  const chosen = KINDS.filter(({ name }) => (values.only ?? name) === name);
  const order = chosen.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  for (let index = 0; index < Number(values.runs); ) {
    for (const kind of order) {
      const asking = kind.draw(new Random(seed, index));
      for (const suite of kind.suites) {
        const version = versionsOf(asking.killer)[suite] ?? "";
        yield { ...asking, name: `${kind.name} ${seed}/${index}`, suite, version };
      }
      index += 1;
    }
  }
}

class Tally {
  readonly runs = new Map<string, number>();
  again = 0;
  differences = 0;

  count({ killer, version }: Question): void {
    const name = `${killer} ${version}`;
    this.runs.set(name, (this.runs.get(name) ?? 0) + 1);
  }

  report(): string {
    const parts = [...this.runs].map(([name, count]) => `${name}: ${count}`);
    const all = [...this.runs.values()].reduce((sum, count) => sum + count, 0);
    const found = `${this.again} asked again, ${this.differences} different`;
    return `${all} runs (${parts.join(", ")}), ${found}`;
  }
}

/** One of those that ask at the same time; it keeps a program for each release of each killer. */
class Asker {
  readonly #asked = new Map<string, Asked>();
  readonly #tally: Tally;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  async compare(question: Question): Promise<void> {
    const ours = decided(question);
    this.#tally.count(question);
    let theirs: readonly Seen[] = [];
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries > 0) this.#tally.again += 1;
      const answer = await this.#of(question).ask({ seconds: 4, ...question.scenario });
      theirs = seenOf(question.killer, answer);
      if (agrees(ours, theirs)) return;
    }
    this.#tally.differences += 1;
    const { name, killer, version, scenario } = question;
    console.log(`${name}: ${killer} ${version} decides otherwise`);
    console.log(`  Plimsoll ${JSON.stringify(ours[0] ?? null)}`);
    console.log(`  program  ${JSON.stringify(theirs[0] ?? null)}`);
    console.log(`  ${JSON.stringify({ killer, scenario })}`);
  }

  #of({ killer, suite }: Question): Asked {
    const name = `${killer} ${suite}`;
    const known = this.#asked.get(name);
    if (known !== undefined) return known;
    const asked = new Asked(killer, join(KILLERS, suite, "root"), join(KILLERS, "cgroup2.so"));
    this.#asked.set(name, asked);
    return asked;
  }

  end(): void {
    for (const asked of this.#asked.values()) asked.end();
  }
}

async function askAll(questions: Iterator<Question>, tally: Tally, until: number): Promise<void> {
  const work = Array.from({ length: Number(values.jobs) }, async () => {
    const asker = new Asker(tally);
    for (;;) {
      const { value, done } = questions.next();
      if (done === true || Date.now() > until) break;
      await asker.compare(value);
    }
    asker.end();
  });
  await Promise.all(work);
}

async function main(): Promise<number> {
  const reason = toolsMissing();
  if (reason !== null) {
    console.log(`oomd: skipped, ${reason}.`);
    return process.env.CI === "true" ? 1 : 0;
  }
  if (!fetchKillers(SUITES)) return 1;
  const words = ["-shared", "-fPIC", "-O2", "-o", join(KILLERS, "cgroup2.so")];
  const built = spawnSync("cc", [...words, join(SOURCE, "cgroup2.c"), "-ldl"], {
    stdio: "inherit",
  });
  if (built.status !== 0) return 1;
  const tally = new Tally();
  const isVectors = values.only === undefined || values.only === "vectors";
  if (isVectors) await askAll(vectorQuestions()[Symbol.iterator](), tally, Infinity);
  const until = Date.now() + Number(values.minutes) * 60_000;
  if (values.only !== "vectors") await askAll(generated(), tally, until);
  console.log(tally.report());
  return tally.differences === 0 ? 0 : 1;
}

process.exitCode = await main();
