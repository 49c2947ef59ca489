/** The first page of a report: the questions of somebody who was not there. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine } from "../../../hosts/cli/commandLine.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
  const config = "kind: KubeletConfiguration\nevictionHard: {memory.available: 200Mi}\n";
  writeFileSync(join(folder, "kubelet.yaml"), config);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function report(...words: string[]): Promise<string> {
  const { stdout } = await commandLine([...words, "--output", "markdown"]);
  return stdout.replaceAll("\\", "");
}

/** The text before the details. */
const firstPage = (text: string) => text.slice(0, text.indexOf("## Details"));

describe.each(["explain", "replay"])("the first page of %s", (command) => {
  it("says what happened, why, and what prevents it", async () => {
    const page = firstPage(await report(command, "--example", "memory-leak"));
    expect(page.match(/^## .*/gm)).toEqual(["## What happened", "## Why", "## What prevents it"]);
    expect(page).toContain(
      "At 2026-01-15 10:12:20 UTC, the kubelet of worker-3 evicted shop/cart-p89ncn6dqk-8t8pl. " +
        "The node was running out of memory.",
    );
    expect(page).toContain("92.5Mi were left; the kubelet evicts below 100Mi.");
    expect(page).toContain("had requested 256Mi and used 2.46Gi.");
    expect(page).toContain("batch/report-cplsh is evicted instead");
  });

  it("says what used the memory, in pods and outside them", async () => {
    const page = firstPage(await report(command, "--example", "memory-leak"));
    expect(page).toMatch(/memory used since 10:00:00 \| growth \| now/);
    expect(page).toMatch(/shop\/cart-p89ncn6dqk-8t8pl`? \| 2\.28Gi \| 2\.46Gi/);
    expect(page).toMatch(/processes outside pods \| 248Ki \| 938Mi/);
    // 456Ki of 2.28Gi.
    expect(page).not.toMatch(/report-cplsh`? \|/);
  });
});

it("says what used inodes, as counts", async () => {
  const page = firstPage(await report("explain", "--example", "inode-storm"));
  expect(page).toMatch(/inodes used since 10:00:20 \| growth \| now/);
  expect(page).toMatch(/sessions-5x458mtt7s-kh87j`? \| 301,821 \| 343,644/);
});

describe("the eviction", () => {
  it("could help where the pod used more than was missing", async () => {
    const page = firstPage(await report("explain", "--example", "recorded-memory-hard"));
    expect(page).toContain("It uses 41.1Mi and 32.8Mi are missing: its eviction frees enough.");
  });

  it("could not help where more was missing than the pod used", async () => {
    const page = firstPage(await report("explain", "--example", "inode-storm"));
    expect(page).toMatch(
      /It uses 109 inodes and 104,581 are missing: its eviction alone does not end the/,
    );
  });
});

it("has no first page where no pod is evicted", async () => {
  const words = ["replay", "--example", "image-gc-suffices"];
  expect(await report(...words)).not.toContain("## Details");
});

it("has no folder of this machine", async () => {
  const capture = new URL("../../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
  const config = join(folder, "kubelet.yaml");
  const text = await report("replay", capture.pathname, "--config", config);
  expect(text).toContain("--config kubelet.yaml");
  expect(text).not.toContain(folder);
  expect(text).not.toContain(capture.pathname);
});

it("begins a new page with the details when it is printed", async () => {
  const { stdout } = await commandLine(["explain", "--example", "memory-leak", "-o", "html"]);
  expect(stdout).toContain('<section class="details"><h2>Details</h2>');
  expect(stdout).toMatch(/@media print\{[^@]*\.details\{break-before:page\}/);
});

it("counts the evictions that follow the one that it is about", async () => {
  const page = firstPage(await report("explain", "--example", "daemonset-returns", "--step", "87"));
  expect(page).toContain(" evicted ");
  expect(page).not.toContain("followed it");
  const first = firstPage(await report("explain", "--example", "daemonset-returns"));
  expect(first).toContain("2 further evictions followed it.");
});

it("says of pods over their limits that each used too much, and what would help", async () => {
  const page = firstPage(await report("explain", "--example", "recorded-disk-nodefs"));
  expect(page).toContain("Each had used more local storage than it may.");
  expect(page).toContain("a larger limit, or less stored by the pod, would have prevented it.");
});
