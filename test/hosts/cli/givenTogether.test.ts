/** The first screen about several files: what each is, and one verdict for each incident. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { logOf } from "../../analysis/read/messages/kubeletLog.ts";
import { readKept } from "../../recorded/kept.ts";
import { commandLine } from "./commandLine.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const SCREEN = { lines: 23, columns: 80 };

let folder = "";
beforeAll(async () => {
  // People type short paths.
  mkdirSync("build", { recursive: true });
  folder = mkdtempSync(join("build", "i-"));
  const run = await readKept("memory-hard");
  const files = {
    "config.yaml": run.config,
    "kubelet.log": logOf(run.passes, "klog of 1.35"),
    "kubelet.yaml": "kind: KubeletConfiguration\nevictionSoft: {memory.available: 800Mi}\n",
    "junk.bin": Uint8Array.of(0x00, 0x80, 0x81),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
  }
  const copies = {
    "c.gz": "examples/recorded-memory-hard.plimsoll.ndjson.gz",
    "dmesg.txt": "test/oom/dumps/k3s-4.x-memcg.txt",
  };
  for (const [name, path] of Object.entries(copies)) {
    copyFileSync(join(ROOT, path), join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const incident = (...names: string[]) => names.map((name) => join(folder, name));

describe("two kubelet configurations", () => {
  const all = (memory: string, images = ", imagefs.available: 15%") =>
    "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" +
    `evictionHard: {memory.available: ${memory}, ` +
    `nodefs.available: 10%, nodefs.inodesFree: 5%, imagefs.inodesFree: 5%${images}}\n`;
  const compared = async (a: string, b: string) => {
    const paths = incident("a.yaml", "b.yaml");
    writeFileSync(paths[0] ?? "", a);
    writeFileSync(paths[1] ?? "", b);
    const { stdout, exitCode } = await commandLine(paths, { columns: SCREEN.columns });
    for (const path of paths) rmSync(path);
    return { text: stdout.replaceAll(/\s+/g, " "), exitCode };
  };

  it("are compared, with what the second one costs, and the command with a capture", async () => {
    const { text, exitCode } = await compared(all("100Mi"), all("500Mi"));
    expect(exitCode).toBe(ExitCode.Ok);
    expect(text).toContain("! 1 setting differs: memory.available hard 100Mi → 500Mi");
    expect(text).toContain("B evicts earlier for memory.available (hard).");
    expect(text).toContain("cost of B: pods can request 400Mi less on each node");
    expect(text).toMatch(/Next plimsoll \S+a\.yaml \S+b\.yaml CAPTURE # which pods B would spare/);
  });

  it("name a threshold that only one has", async () => {
    const { text } = await compared(all("100Mi"), all("50Mi", ""));
    expect(text).toContain("! 2 settings differ");
    expect(text).toContain("B evicts later for memory.available (hard).");
    expect(text).toContain("Only A evicts for imagefs.available (hard).");
  });

  it("are the same for evictions where no such setting differs", async () => {
    const { text } = await compared(all("100Mi"), `${all("100Mi")}maxPods: 200\n`);
    expect(text).toContain("✔ No setting differs on which evictions depend");
    expect(text).not.toContain("CAPTURE");
  });

  it("are checked one by one where the kubelet would not start with one", async () => {
    const { text, exitCode } = await compared(all("100Mi"), all("x"));
    expect(exitCode).toBe(ExitCode.Findings);
    expect(text).toContain("✖ The kubelet would not start with 1 of 2 configurations");
  });
});

describe("a folder with one incident, and a file from another time", () => {
  it("has one verdict for the incident, and another for the file", async () => {
    const { stdout, exitCode } = await commandLine(incident(""), { columns: SCREEN.columns });
    expect(stdout.split("\n").slice(0, 6)).toEqual([
      "  c.gz          capture · recorded · kubelet 1.35 · 28 samples · 2026-11-22",
      "  config.yaml   kubelet configuration, used for the capture and the log",
      expect.stringMatching(/^ {2}dmesg\.txt .* 2019-04-27, not the same incident$/),
      expect.stringMatching(/^ {2}kubelet\.log .* 11 evictions · 2026-11-22$/),
      "  kubelet.yaml  kubelet configuration · not valid",
      "  junk.bin      left out: it is not text in UTF-8 or UTF-16",
    ]);
    expect(stdout).toContain("✖ 11 pods were evicted for memory; the policy agrees with all\n");
    expect(stdout).toMatch(/^ +dmesg\.txt: .*OOM killer|^✖ .*dmesg\.txt|^.*kernel killed stress/m);
    expect(stdout).toMatch(/^ *✖ The kubelet would not start with kubelet\.yaml: \d errors?$/m);
    expect(exitCode).toBe(ExitCode.Findings);
  });

  it("fits the first screen", async () => {
    const names = ["c.gz", "config.yaml", "dmesg.txt", "kubelet.log", "kubelet.yaml"];
    const { stdout } = await commandLine(incident(...names), { columns: SCREEN.columns });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > SCREEN.columns)).toEqual([]);
    expect(lines.length, stdout).toBeLessThanOrEqual(SCREEN.lines);
  });

  it("is answered in any order", async () => {
    const names = ["kubelet.log", "config.yaml", "c.gz"];
    const verdicts = [names, [...names].reverse()].map(async (each) => {
      const { stdout } = await commandLine(incident(...each));
      return stdout.split("\n").find((line) => line.startsWith("✖"));
    });
    const [one, other] = await Promise.all(verdicts);
    expect(one).toMatch(/^✖ 11 pods were evicted/);
    expect(other).toBe(one);
  });

  it("has an eviction before pressure alone, whichever is given first", async () => {
    const pressed = "Node n1 status is now: NodeHasInsufficientMemory";
    const evicted = "Message: The node was low on resource: memory. ";
    const texts = {
      "node.txt":
        "Name: n1\nEvents:\n" + `  Normal  NodeHasInsufficientMemory  23m  kubelet  ${pressed}\n`,
      "pod.txt":
        "Name: cart-0\nNamespace: shop\nNode: n1/10.0.0.1\nStatus: Failed\nReason: Evicted\n" +
        `${evicted}\n`,
    };
    const paths = Object.entries(texts).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    for (const each of [paths, [...paths].reverse()]) {
      const { stdout } = await commandLine(each);
      expect(stdout).toMatch(/^✖ shop\/cart-0 was evicted/m);
      expect(stdout).toMatch(/^ {2}! .*node\.txt/m);
    }
  });

  it("shows every answer in full with --all", async () => {
    const { stdout } = await commandLine([...incident(""), "--all"]);
    expect(stdout).toContain("missing-grace-period");
    expect(stdout).toContain("default/database");
  });

  it("is one report", async () => {
    const { stdout } = await commandLine([...incident(""), "--output", "html"]);
    expect(stdout.match(/<h1/g)).toHaveLength(1);
    expect(stdout).toContain("junk.bin");
    expect(stdout).toContain("32308");
  });
});

describe("files for a program", () => {
  it.each([["-o", "json"], ["-ojson"], ["--output=json"]])(
    "are named on stderr, and answered about one after the other: %s %s",
    async (...form) => {
      const { stdout, stderr } = await commandLine([...incident("c.gz", "config.yaml"), ...form]);
      expect(JSON.parse(stdout).plimsoll).toBe("replay/1");
      expect(stderr).toContain("note: config.yaml: kubelet configuration, used for the capture\n");
    },
  );

  it("are not a capture and its log, which have no common form", async () => {
    const { stdout, stderr, exitCode } = await commandLine([
      ...incident("c.gz", "kubelet.log"),
      ...["-o", "json"],
    ]);
    expect(stdout).toBe("");
    expect(stderr).toContain("--output json is about one input");
    expect(exitCode).toBe(ExitCode.Usage);
  });
});

describe("a capture with a log", () => {
  const replay = (capture: string) =>
    commandLine(["replay", join(folder, capture), "--journal", join(folder, "kubelet.log")]);

  it("is refused without a record, as the capture alone is", async () => {
    writeFileSync(join(folder, "header.ndjson"), '{"plimsoll":"capture/1","node":"a"}\n');
    const { stderr, exitCode } = await replay("header.ndjson");
    expect(stderr).toContain("it has no record that can be replayed");
    expect(exitCode).toBe(ExitCode.Input);
    rmSync(join(folder, "header.ndjson"));
  });

  it("says what is wrong with the capture", async () => {
    writeFileSync(join(folder, "cut.gz"), readFileSync(join(folder, "c.gz")).subarray(0, -2_000));
    const { stderr } = await replay("cut.gz");
    expect(stderr).toMatch(/warning: cut\.gz: .*(truncated|damaged|cut off|ends)/);
    rmSync(join(folder, "cut.gz"));
  });
});

it("fails for a file that was named and cannot be used, after the answer", async () => {
  const { stdout, exitCode } = await commandLine(incident("config.yaml", "junk.bin"));
  expect(stdout).toContain("The kubelet starts");
  expect(stdout).toMatch(/junk\.bin +left out: /);
  expect(exitCode).toBe(ExitCode.Input);
});
