/**
 * Asks the kubelet's own code about every named case, and writes its answers next to them:
 *
 *     npm run oracle -- configurations [--releases 1.35,1.36] [--check]
 *
 * `npx biome check --write` brings what is written into form. With `--check` the exit status is 1
 * when the answers there differ.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { statusWithOracle } from "../fidelity/oracleProcess.ts";
import { CASES } from "./cases.ts";
import { ConfigurationOracle, type OracleAnswer, oracleReleases } from "./oracle.ts";

const CORPUS = new URL("corpus.json", import.meta.url);

/** Answers by release, then by the name of the case. */
export type Corpus = Readonly<Record<string, Readonly<Record<string, OracleAnswer>>>>;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { releases: { type: "string" }, check: { type: "boolean", default: false } },
  });
  const asked = values.releases?.split(",").map((release) => Number(release.split(".")[1]));
  const corpus: Record<string, Record<string, OracleAnswer>> = {};
  for (const release of asked ?? oracleReleases()) {
    const oracle = new ConfigurationOracle(release);
    const answers = await oracle.ask([...CASES.values()]);
    oracle.close();
    const named = [...CASES.keys()].map((name, index) => [name, stable(answers[index] ?? {})]);
    corpus[`1.${release}`] = Object.fromEntries(named);
  }
  if (!values.check) {
    writeFileSync(CORPUS, `${JSON.stringify(corpus, null, 1)}\n`);
    return 0;
  }
  const standing = JSON.parse(readFileSync(CORPUS, "utf8")) as Corpus;
  const wrong = Object.keys(corpus).filter(
    (release) => !isDeepStrictEqual(sorted(standing[release]), sorted(corpus[release])),
  );
  for (const release of wrong) console.log(`corpus.json says something else about ${release}`);
  return wrong.length === 0 ? 0 : 1;
}

/** Without what changes from run to run: addresses, and the order of maps. */
function stable(answer: OracleAnswer): OracleAnswer {
  const text = JSON.stringify(answer).replace(/0x[0-9a-f]{6,}/g, "0x0");
  return JSON.parse(text) as OracleAnswer;
}

function sorted(answers: Corpus[string] | undefined): unknown {
  return Object.entries(answers ?? {}).map(([name, { panic, gates, ...answer }]) => [
    name,
    answer,
    panic === undefined && gates === undefined,
  ]);
}

process.exitCode = await statusWithOracle(main);
