/** @module-tag long */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { evictionsOf, exampleOf, exportedText, writeConfiguration } from "./exported.ts";
import { missingPrograms, startPrometheus } from "./realPrometheus.ts";

const missing = missingPrograms();
if (missing !== null) console.warn(`skipped: ${missing}`);

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Exported, stored by a real Prometheus, imported: what a replay of that evicts. */
async function throughPrometheus(example: string, ...scraping: string[]) {
  const { node } = exampleOf(example);
  const server = await startPrometheus(await exportedText(example, ...scraping), directory);
  try {
    const out = join(directory, "imported.plimsoll.ndjson");
    const config = writeConfiguration(example, directory);
    const span = ["--from", "2026-01-15T09:00:00Z", "--to", "2026-01-15T12:00:00Z"];
    const ended = await commandLine([
      ...["capture", "import", "--prometheus", server.url, "--node", node, ...span],
      ...["--config", config, "--out", out],
    ]);
    expect(ended.stderr).not.toMatch(/^warning:/m);
    expect(ended.exitCode).toBe(0);
    return { evictions: await evictionsOf(out), stderr: ended.stderr };
  } finally {
    await server.stop();
  }
}

describe.skipIf(missing !== null)("a real Prometheus between export and import", () => {
  it.each(["memory-leak", "daemonset-returns", "fork-bomb", "critical-and-static"])(
    "%s, scraped every 10 s, gives the same evictions in the same steps",
    async (example) => {
      const { evictions } = await throughPrometheus(example);
      expect(evictions).toEqual(await evictionsOf("--example", example));
      expect(evictions.length).toBeGreaterThan(0);
    },
    60_000,
  );

  it("names the usage of emptyDirs as missing where it decides who goes", async () => {
    const { evictions, stderr } = await throughPrometheus("two-signals");
    const original = await evictionsOf("--example", "two-signals");
    const pods = evictions.map(({ pod }) => pod);
    // The gateway's 13 GiB are in an emptyDir; the others are evicted for memory and a layer.
    const missed = original.filter(({ pod }) => !pods.includes(pod));
    expect(missed.map(({ pod }) => pod)).toEqual(["shop/gateway-wcf6hhk8b5-65jgw"]);
    expect(stderr).toMatch(/^missing +podVolumes/m);
    const printed = stderr.replace(/\s+/g, " ");
    expect(printed).toMatch(
      /gateway-wcf6hhk8b5-65jgw is evicted.*On these numbers the policy evicts/,
    );
  }, 60_000);

  it.each(["30s", "60s"])(
    "scraped every %s, the import says which evictions it does not show",
    async (interval) => {
      const { evictions, stderr } = await throughPrometheus(
        "memory-leak",
        "--scrape-interval",
        interval,
      );
      const [original] = await evictionsOf("--example", "memory-leak");
      const isSeen = evictions.some(({ pod }) => pod === original?.pod);
      const printed = stderr
        .split("\n")
        .map((line) => line.trim())
        .join(" ");
      expect(printed).toContain(`${original?.pod} is evicted for memory.available.`);
      const words = isSeen ? "On these numbers the policy does the same." : "do not show it";
      expect(printed).toContain(words);
    },
    60_000,
  );
});
