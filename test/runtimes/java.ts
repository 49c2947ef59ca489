/** The package that Java programs import, played as they would use it. */
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { playTapes } from "./moduleTapes.ts";
import { run, versionOf } from "./process.ts";
import { type PlayedCorpus, type Runtime, readPlayed } from "./runtime.ts";
import type { Workspace } from "./workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT = join(ROOT, "build/java");
const CLASSES = [join(BUILT, "classes"), join(BUILT, "dependency/*")].join(delimiter);
const CAPTURES = readdirSync(join(ROOT, "examples"))
  .filter((name) => name.endsWith(".plimsoll.ndjson.gz"))
  .map((name) => `examples/${name}`);
const DIGEST = /"digest":"([0-9a-f]{16})"/;

export const JAVA_HOST: Runtime = {
  name: "hosts/java",
  engine: "Chicory",
  install: "apt-get install default-jdk-headless maven; Maven gets Chicory",
  async find() {
    const versions = await Promise.all([versionOf("javac"), versionOf("mvn")]);
    if (versions.includes(null)) return null;
    const pom = readFileSync(join(ROOT, "hosts/java/pom.xml"), "utf8");
    return { version: /<chicory\.version>(.*)</.exec(pom)?.[1] ?? "", play };
  },
};

async function play({ path }: Workspace): Promise<PlayedCorpus> {
  await run(process.execPath, [join(ROOT, "tools/javaPackage.mjs")]);
  await compareReplays();
  const played = readPlayed(await printedBy("Host", [path("corpus.tape")]));
  // The other modules, in the same engine.
  const also = await playTapes(async (module, tape) =>
    readPlayed(await printedBy("Calls", [path(module), path(tape)])),
  );
  return { ...played, also };
}

/** A program of one file is compiled when it is started. */
function printedBy(program: string, words: readonly string[]): Promise<string> {
  const source = fileURLToPath(new URL(`engines/${program}.java`, import.meta.url));
  return run("java", ["-cp", CLASSES, source, ...words], { cwd: ROOT });
}

/** The examples are decided as the command decides them. */
async function compareReplays(): Promise<void> {
  const printed = await printedBy("Replayed", CAPTURES);
  const expected: string[] = [];
  for (const path of CAPTURES) {
    const replay = ["dist/plimsoll.mjs", "replay", path, "--output", "ndjson"];
    const lines = (await run(process.execPath, replay, { cwd: ROOT })).trim().split("\n");
    expected.push(...lines.map((line) => DIGEST.exec(line)?.[1] ?? line));
  }
  if (printed !== `${expected.join("\n")}\n`) {
    throw new Error("Replay decides the examples otherwise than the command.");
  }
}
