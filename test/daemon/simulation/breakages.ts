/**
 * Breaks acting in one way at a time, in a bundle, and lets the simulation run until it finds it:
 *
 *   npm run suite -- acting-breakages [--only sync] [--half 2] [--seed 1]
 *
 * `--half` takes every second one: the odd ones for an odd number, such as a date.
 * Exits with 1 when one is not found in 80 plans, about a minute of a processor.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { brokenBy, type Rule } from "../../fidelity/broken/rule.ts";
import { BREAKAGES } from "./broken.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** About a minute of a processor. A number, so that a busy machine finds the same. */
const PLANS = 80;

/** The simulation with the rule broken, as one script. */
async function bundle(breakage: Rule): Promise<string> {
  // As deep below the root as the code that finds the modules.
  const outfile = join(ROOT, `build/broken-acting/${breakage.name}.mjs`);
  await build({
    ...{ entryPoints: [join(ROOT, "test/daemon/simulation/acting.ts")], outfile },
    ...{ bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" },
    plugins: [
      {
        name: "broken",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            if (relative(ROOT, path) !== breakage.file) return null;
            const contents = brokenBy(breakage, readFileSync(path, "utf8"));
            return { contents, loader: "ts" };
          });
        },
      },
    ],
  });
  return outfile;
}

/** The sentence of the rule that the broken daemon broke; null when none was found. */
async function found(breakage: Rule, seed: string): Promise<string | null> {
  const words = ["--seed", seed, "--plans", String(PLANS), "--unshrunk"];
  const child = spawn(process.execPath, [await bundle(breakage), ...words], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (code === 0) return null;
  return errors.split("\n").find((line) => line.startsWith("seed ")) ?? errors;
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    half: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const chosen = BREAKAGES.filter(({ name }) => name === (values.only ?? name)).filter(
  (_, index) => values.half === undefined || index % 2 === Number(values.half) % 2,
);
for (const breakage of chosen) {
  const began = performance.now();
  const sentence = await found(breakage, values.seed);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${breakage.name}, ${seconds} s: ${sentence ?? "NOT FOUND"}`);
  if (sentence === null) process.exitCode = 1;
}
