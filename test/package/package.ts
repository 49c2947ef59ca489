/**
 * Packs what npm would publish, installs it into fresh projects, and runs the snippets of the
 * README in each of them: every one must decide the examples alike. What they share is
 * test/package/fixtures/digest.mjs.
 *
 *     npm run suite -- package [--only Vite]
 *
 * What is not here is skipped, and its line says what to install; under CI=true that is a failure.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { run } from "../runtimes/process.ts";
import { Missing } from "./missing.ts";
import { PROJECTS, type Project } from "./projects.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "../..");

async function install(elsewhere: string): Promise<void> {
  await run("npm", ["pack", "--silent", "--pack-destination", elsewhere], { cwd: ROOT });
  const archive = readdirSync(elsewhere).find((name) => name.endsWith(".tgz"));
  copyFileSync(join(HERE, "package.json"), join(elsewhere, "package.json"));
  const words = ["install", "--silent", "--no-audit", "--no-fund", `./${archive}`];
  await run("npm", words, { cwd: elsewhere });
}

async function digestIn(elsewhere: string, { name, play }: Project): Promise<string> {
  const folder = join(elsewhere, name.replace(/\W+/g, "-").toLowerCase());
  mkdirSync(folder);
  cpSync(join(HERE, "fixtures/digest.mjs"), join(folder, "digest.mjs"));
  const installed = join(elsewhere, "node_modules/plimsoll/examples");
  mkdirSync(join(folder, "examples"));
  for (const name of readdirSync(installed).filter((name) =>
    name.endsWith(".plimsoll.ndjson.gz"),
  )) {
    copyFileSync(join(installed, name), join(folder, "examples", name));
  }
  return play(folder);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
  const elsewhere = mkdtempSync(join(tmpdir(), "plimsoll-projects-"));
  const digests = new Set<string>();
  let failed = 0;
  try {
    await install(elsewhere);
    for (const project of PROJECTS.filter(({ name }) => name.includes(values.only))) {
      try {
        const digest = await digestIn(elsewhere, project);
        digests.add(digest);
        console.log(`${project.name.padEnd(28)} ${digest}`);
      } catch (error) {
        const isSkipped = error instanceof Missing && process.env.CI !== "true";
        failed += isSkipped ? 0 : 1;
        console.log(`${project.name.padEnd(28)} ${isSkipped ? "not here" : "failed"}: ${error}`);
      }
    }
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
  if (digests.size !== 1) console.error("The projects do not decide the examples alike.");
  return failed > 0 || digests.size !== 1 ? 1 : 0;
}

process.exitCode = await main();
