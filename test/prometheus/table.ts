/**
 * How often an eviction of an example is reproduced when the example is scraped: as OpenMetrics
 * text, at several intervals, each begun at every ten seconds of it. Prints the table of
 * docs/reference/prometheus.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../hosts/cli/commandLine.ts";
import {
  type DecidedEviction,
  dumpOf,
  evictionsOf,
  exampleOf,
  exportedText,
  writeConfiguration,
} from "./exported.ts";
import type { SetupName } from "./setups.ts";

const INTERVALS = [10, 30, 60];
const STEP_SECONDS = 10;
const SETUP_NAMES: readonly SetupName[] = ["everything that is scraped", "kube-prometheus-stack"];

const directory = mkdtempSync(join(tmpdir(), "plimsoll-"));

interface Tally {
  seen: number;
  all: number;
  /** Evictions of pods that the example does not evict. */
  others: number;
}

async function imported(example: string, setup: SetupName, interval: number, offset: number) {
  const { node } = exampleOf(example);
  const scraping = ["--scrape-interval", `${interval}s`, "--scrape-offset", `${offset}s`];
  const text = await exportedText(example, ...scraping);
  const dump = join(directory, "dump.json");
  const out = join(directory, "imported.plimsoll.ndjson");
  rmSync(out, { force: true });
  writeFileSync(dump, dumpOf(text, setup));
  const config = writeConfiguration(example, directory);
  const words = ["--prometheus-dump", dump, "--node", node, "--config", config, "--out", out];
  const { exitCode, stderr } = await commandLine(["capture", "import", ...words]);
  if (exitCode !== 0) throw new Error(`${example} at ${interval} s: ${stderr}`);
  return evictionsOf(out);
}

function counted(tally: Tally, original: readonly DecidedEviction[], found: typeof original): void {
  const pods = new Set(original.map(({ pod }) => pod));
  const seen = found.filter(({ pod }) => pods.has(pod)).length;
  tally.seen += seen;
  tally.all += original.length;
  tally.others += found.length - seen;
}

function cell({ seen, all, others }: Tally): string {
  const share = `${seen} of ${all}`;
  return others === 0 ? share : `${share}, ${others} other`;
}

const index = new URL("../../examples/index.json", import.meta.url);
const examples = (JSON.parse(readFileSync(index, "utf8")) as { name: string }[]).map(
  ({ name }) => name,
);
try {
  for (const setup of SETUP_NAMES) {
    console.log(`\n| ${setup} | ${INTERVALS.map((each) => `${each} s`).join(" | ")} |`);
    console.log(`|---|${INTERVALS.map(() => "---").join("|")}|`);
    const sums = INTERVALS.map((): Tally => ({ seen: 0, all: 0, others: 0 }));
    for (const example of examples) {
      const original = await evictionsOf("--example", example);
      const cells: string[] = [];
      for (const [at, interval] of INTERVALS.entries()) {
        const tally: Tally = { seen: 0, all: 0, others: 0 };
        for (let offset = 0; offset < interval; offset += STEP_SECONDS) {
          counted(tally, original, await imported(example, setup, interval, offset));
        }
        cells.push(cell(tally));
        const sum = sums[at];
        if (sum === undefined) continue;
        sum.seen += tally.seen;
        sum.all += tally.all;
        sum.others += tally.others;
      }
      console.log(`| \`${example}\` | ${cells.join(" | ")} |`);
    }
    console.log(`| together | ${sums.map(cell).join(" | ")} |`);
  }
} finally {
  rmSync(directory, { recursive: true });
}
