/**
 * Asks the real kubelet about every vector of its release and prints where the two disagree:
 *
 *     npx tsx test/vectors/confirm.ts path/to/oracle [part of a title]
 *
 * `path/to/oracle` is the program built from test/oracle. Exits with 1 on a disagreement.
 */
import { spawnSync } from "node:child_process";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import { loadVectors } from "./load.ts";
import { questionsOf } from "./question.ts";

function minorOf(release: string): string | undefined {
  return /^v?(1\.\d+)/.exec(release)?.[1];
}

function answersOf(path: string, lines: readonly string[]): string[] {
  const input = lines.map((line) => `${line.replaceAll("\n", " ")}\n`).join("");
  // So many runs that a choice among thirteen is not missed once in a million.
  const run = spawnSync(path, ["-runs", "250", "-count"], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (run.status !== 0) throw new Error(`The oracle stopped: ${run.stderr}`);
  return run.stdout.trimEnd().split("\n");
}

const [oracle, part = ""] = process.argv.slice(2);
if (oracle === undefined) throw new Error("Name the oracle: the program built from test/oracle.");
const { kubernetes } = JSON.parse(answersOf(oracle, ["{}"])[0] ?? "{}") as { kubernetes: string };
const vectors = loadVectors().flatMap((file) =>
  file.vectors
    .filter((vector) => vector.title.includes(part))
    .map((vector) => ({ file: file.name, vector })),
);
const confirmable = vectors.filter(
  ({ vector: { unconfirmed, kubeletVersion = PINNED_RELEASE } }) =>
    unconfirmed === undefined && minorOf(kubeletVersion) === minorOf(kubernetes),
);
const asked = confirmable.flatMap(({ file, vector }) =>
  questionsOf(vector).map((question) => ({ ...question, file, vector })),
);
const answers = answersOf(
  oracle,
  asked.map(({ line }) => line),
);
let disagreed = 0;
asked.forEach(({ file, vector, compare }, index) => {
  const problems = compare(answers[index] ?? "{}");
  if (problems.length === 0) return;
  disagreed += 1;
  console.log(`${file}: ${vector.specification}: ${vector.title}`);
  for (const problem of problems) console.log(`    ${problem}`);
});
console.log(
  `${confirmable.length} of ${vectors.length} vectors were asked about; ` +
    `${disagreed} disagreements with ${kubernetes}.`,
);
process.exitCode = disagreed === 0 ? 0 : 1;
