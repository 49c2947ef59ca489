import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine } from "./commandLine.ts";

const MESSAGE = "The node was low on resource: memory. Threshold quantity: 100Mi, available: 1Mi.";
const DESCRIPTION = `Name: cart-1\nNamespace: shop\nReason: Evicted\nMessage: ${MESSAGE}\n`;
const TYPED = "apiVersion: kubelet.config.k8s.io/v1beta1\n";
const LOG =
  "W0423 16:41:58.321445    1234 eviction_manager.go:335] eviction manager: attempting to " +
  "reclaim memory\n";
const SUMMARY = '{"node":{"nodeName":"n","startTime":"2026-01-15T10:00:00Z"},"pods":[]}';
const EXAMPLE = new URL("../../../examples/memory-leak.plimsoll.ndjson.gz", import.meta.url);
const CAPTURE = EXAMPLE.pathname;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
  const files = {
    "pod.txt": DESCRIPTION,
    "kubelet.yaml": "kind: KubeletConfiguration\nevictionHard: {memory.available: 500Mi}\n",
    "flags.txt": "kubelet --eviction-hard=memory.available<500Mi\n",
    "bad.yaml": "kind: KubeletConfiguration\nevictionHard: {memory.available: many}\n",
    "noise.txt": "\u0000\u0001",
    "series.json": '{"status":"success","data":{"resultType":"matrix","result":[]}}',
    "long.json": `{"items":[],"metadata":{"note":"${"x".repeat(300_000)}"},"kind":"PodList"}`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  for (const name of ["together", "bundle"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "together/pod.txt"), DESCRIPTION);
  writeFileSync(join(folder, "together/noise.bin"), "\u0000\u0001");
  writeFileSync(join(folder, "together/a.yaml"), `${TYPED}kind: KubeletConfiguration\n`);
  mkdirSync(join(folder, "bundle/namespaces/shop/core"), { recursive: true });
  writeFileSync(join(folder, "bundle/namespaces/shop/core/pods.yaml"), "kind: PodList\n");
  for (const each of ["many", "noise", "nested/a", "nested/b"]) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  for (let at = 0; at < 25; at++) writeFileSync(join(folder, `many/${at}.txt`), DESCRIPTION);
  for (const name of ["a.bin", "b.bin"]) writeFileSync(join(folder, "noise", name), "\u0000\u0001");
  for (const each of ["a", "b"]) {
    writeFileSync(
      join(folder, "nested", each, "kubelet.yaml"),
      `${TYPED}kind: KubeletConfiguration\n`,
    );
    writeFileSync(join(folder, "nested", each, "kubelet.log"), LOG);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

describe("a command line without a command", () => {
  it("answers about each part of a text that was pasted together", async () => {
    const text = `${LOG}${DESCRIPTION}web invoked oom-killer: gfp_mask=0xcc0, order=0\n`;
    writeFileSync(at("pasted.txt"), text);
    const { stdout, exitCode } = await commandLine([at("pasted.txt")]);
    expect(exitCode).toBe(ExitCode.Ok);
    expect(stdout).toMatch(/^ {2}pasted\.txt {2}kubelet's log .*\n {2}pasted\.txt {2}events .*\n/);
    expect(stdout).toMatch(/^ {2}pasted\.txt {2}kernel's log /m);
    expect(stdout).toContain("shop/cart-1 was evicted for memory");
    expect(stdout).toMatch(/\nAlso in this file\n(?:.*\n)+ {2}\? kernel's log in pasted\.txt: /);
    expect(stdout).toMatch(/plimsoll replay --journal \S+pasted\.txt/);
  });

  it("answers about the kernel's kill next to events", async () => {
    const event = "Warning  BackOff  15s (x3 over 32s)  kubelet  Back-off restarting cart\n";
    const oom = "[  9.5] Memory cgroup out of memory: Killed process 71 (cart) total-vm:9kB\n";
    writeFileSync(at("events.txt"), `${event}## dmesg\n${oom}`);
    const { stdout } = await commandLine([at("events.txt")]);
    expect(stdout).toMatch(/^✖ The kernel killed cart \(pid 71\): its cgroup was at its limit$/m);
    expect(stdout).toMatch(/\nAlso in this file\n {2}\? events in events\.txt: No eviction, kill /);
    const message = "Warning  Evicted  2m  kubelet  The node was low on resource: memory.\n";
    writeFileSync(at("events.txt"), `${message}${oom}`);
    const both = await commandLine([at("events.txt")]);
    expect(both.stdout).toMatch(/^✖ The kernel killed cart /m);
    expect(both.stdout).toMatch(/^ {2}✖ events in events\.txt: A pod was evicted: /m);
  });

  it("answers about a file, and says with JSON on stderr which command does", async () => {
    const { stdout, stderr, exitCode } = await commandLine([at("pod.txt")]);
    expect(stdout).toContain("✖ shop/cart-1 was evicted for memory\n");
    expect([stderr, exitCode]).toEqual(["", ExitCode.Ok]);
    const json = await commandLine([at("pod.txt"), "-o", "json"]);
    expect(json.stderr).toBe(
      `note: ${at("pod.txt")} is a document with eviction messages: ` +
        `plimsoll explain --events ${at("pod.txt")} -o json.\n`,
    );
  });

  it.each([[["-"]], [[]]])("answers about standard input, with the words %j", async (words) => {
    const { stdout, stderr } = await commandLine(words, { stdin: DESCRIPTION });
    expect(stdout).toContain("shop/cart-1 was evicted for memory");
    expect(stderr).toBe("");
  });

  it("answers about standard input in the form that is asked for", async () => {
    const { stdout } = await commandLine(["-o", "json"], { stdin: DESCRIPTION });
    expect(JSON.parse(stdout)).toMatchObject({ explained: [{ pod: "cart-1" }] });
  });

  it("answers about a message that is typed", async () => {
    const { stdout, stderr } = await commandLine([MESSAGE]);
    expect(stdout).toMatch(/^✖ A pod was evicted: its node had /);
    expect(stderr).toBe("");
  });

  it("takes a configuration for the capture next to it, in any order", async () => {
    const { stdout } = await commandLine([at("kubelet.yaml"), CAPTURE]);
    const asTyped = await commandLine(["replay", CAPTURE, "--config", at("kubelet.yaml")]);
    expect(stdout).toContain("below its hard threshold 500Mi");
    expect(stdout).toContain(asTyped.stdout.split("\n").slice(2).join("\n"));
    expect(stdout).toMatch(/^ {2}kubelet\.yaml {2,}kubelet configuration, used for the capture$/m);
  });

  it("hands options on", async () => {
    const { stdout } = await commandLine([CAPTURE, "--output", "json"]);
    expect(JSON.parse(stdout).plimsoll).toBe("replay/1");
  });

  it("knows configurations that have no kind", async () => {
    const { stdout } = await commandLine([at("flags.txt")]);
    expect(stdout).toContain("The kubelet starts");
  });

  it("reads what a long document says at its end", async () => {
    const { stderr } = await commandLine([at("long.json"), "-o", "json"]);
    expect(stderr).toContain("long.json is a PodList: plimsoll explain --pod-status ");
  });

  it("answers about each file of a folder, and names those that it leaves out", async () => {
    const { stdout, exitCode } = await commandLine([at("together")]);
    expect(stdout).toContain("shop/cart-1 was evicted for memory");
    expect(stdout).toContain("a.yaml");
    expect(stdout).toMatch(/^ {2}noise\.bin {2}left out: it is a text that begins with/m);
    expect(exitCode).toBe(ExitCode.Ok);
  });

  it.runIf(platform() === "linux")(
    "answers about a folder, and names a file in it whose name is not UTF-8",
    async () => {
      const folder = at("named");
      mkdirSync(folder);
      writeFileSync(join(folder, "pod.txt"), DESCRIPTION);
      writeFileSync(Buffer.from(`${folder}/bad\xff.yaml`, "latin1"), "");
      const { stdout } = await commandLine([folder]);
      expect(stdout).toContain("left out: it has a name that is not UTF-8");
      expect(stdout).toContain("shop/cart-1 was evicted for memory");
    },
  );

  it("takes a folder with folders for a bundle where a tool wrote them", async () => {
    const { stdout } = await commandLine([at("bundle")]);
    expect(stdout).toContain("\n  bundle · an OpenShift must-gather");
  });

  it("answers about folders in a folder, each with its own configuration", async () => {
    const { stdout, exitCode } = await commandLine([at("nested"), "--all"], { columns: 80 });
    expect(stdout).toMatch(/^ {2}a\/kubelet\.yaml +kubelet configuration, used for the log$/m);
    expect(stdout).toMatch(/^ {2}b\/kubelet\.yaml +kubelet configuration, used for the log$/m);
    expect(stdout).not.toMatch(/Missing|not used/);
    expect(exitCode).toBe(ExitCode.Ok);
  });

  it("answers about a folder of many files on one screen", async () => {
    const { stdout } = await commandLine([at("many")], { columns: 80 });
    expect(stdout).toContain("shop/cart-1 was evicted for memory");
    expect(stdout).toContain("more with --all");
    expect(stdout.trimEnd().split("\n").length, stdout).toBeLessThan(24);
  });

  it("says of a folder without a file that it reads what is in it", async () => {
    const { stderr, exitCode } = await commandLine([at("noise")]);
    expect(stderr).toMatch(
      /noise: nothing is answered about its 2 files \(\S+a\.bin: it is a text/,
    );
    expect(exitCode).toBe(ExitCode.Input);
  });

  it("says of an empty folder that it has no file", async () => {
    mkdirSync(at("empty"));
    const { stderr, exitCode } = await commandLine([at("empty")]);
    expect(stderr).toMatch(/empty: it has no file; give a capture, .*\n$/);
    expect(exitCode).toBe(ExitCode.Input);
  });

  it("reads a mounted ConfigMap once, by the names of its links", async () => {
    mkdirSync(at("mounted/..2026_01"), { recursive: true });
    writeFileSync(at("mounted/..2026_01/pod.txt"), DESCRIPTION);
    symlinkSync("..2026_01", at("mounted/..data"));
    symlinkSync("..data/pod.txt", at("mounted/pod.txt"));
    const { stdout, stderr } = await commandLine([at("mounted")]);
    expect(stdout).toContain("✖ shop/cart-1 was evicted for memory\n  pod.txt · ");
    expect([stdout.match(/pod\.txt/g), stderr]).toEqual([["pod.txt"], ""]);
  });

  it("names links out of a folder, and says what to do", async () => {
    mkdirSync(at("links"));
    symlinkSync(at("pod.txt"), at("links/pod.txt"));
    const alone = await commandLine([at("links")]);
    expect(alone.stderr).toMatch(
      /about its 1 file \(\S+: it is a link out of the folder: replace it with its file\);/,
    );
    writeFileSync(at("links/kubelet.yaml"), `${TYPED}kind: KubeletConfiguration\n`);
    symlinkSync("itself", at("links/itself"));
    const { stdout } = await commandLine([at("links")], { columns: 200 });
    expect(stdout).toMatch(/pod\.txt +left out: it is a link out of the folder/);
    expect(stdout).toMatch(/itself +left out: it is a link to nothing that can be read/);
  });

  it.each([
    ["a file", "pod.txt", "./pod.txt"],
    ["a folder", "together", "together/"],
    ["a file of a folder", "together", "together/pod.txt"],
  ])("answers once about %s that is given twice", async (_, one, other) => {
    const once = await commandLine([at(one)], { columns: 200 });
    const twice = await commandLine([at(one), `${folder}/${other}`], { columns: 200 });
    expect(twice.stdout).toBe(once.stdout);
  });

  it("answers about every file, and ends as the worst of the answers", async () => {
    const { stdout, exitCode } = await commandLine([at("pod.txt"), at("bad.yaml")]);
    expect(stdout).toContain("shop/cart-1 was evicted for memory");
    expect(exitCode).toBe(ExitCode.Findings);
  });
});

describe("what cannot be answered about is refused with", () => {
  it.each([
    ["a file that is nothing of it", ["noise.txt"], ExitCode.Input, "give a capture, a Summary"],
    ["series of no known node", ["series.json"], ExitCode.Input, "--prometheus-dump"],
    ["a file that is missing", ["gone.json"], ExitCode.Input, "there is no such file"],
  ])("%s", async (_, names, exitCode, sentence) => {
    const ended = await commandLine(names.map(at));
    expect(ended.stderr).toContain(sentence);
    expect(ended.exitCode).toBe(exitCode);
  });

  it("a word that is neither a file nor a command", async () => {
    const { stderr, exitCode } = await commandLine(["replya"]);
    expect(stderr).toContain("unknown command 'replya'");
    expect(exitCode).toBe(ExitCode.Usage);
  });

  it("a pipe that is given by a path, whose beginning would be lost", async () => {
    const { stderr, exitCode } = await commandLine(["/dev/null"]);
    expect(stderr).toContain("/dev/null: it can be read only once; give it on standard input");
    expect(exitCode).toBe(ExitCode.Input);
  });

  it("standard input that is empty", async () => {
    const { stderr, exitCode } = await commandLine(["-"]);
    expect(stderr).toContain("standard input: this is empty;");
    expect(exitCode).toBe(ExitCode.Input);
  });
});

it("completes a Summary with its pods", async () => {
  writeFileSync(at("summary.json"), SUMMARY);
  const { stdout } = await commandLine([at("long.json"), at("summary.json")]);
  expect(stdout).toMatch(/^ {2}long\.json {5}PodList · 0 pods, used for the stats Summary$/m);
  expect(stdout).toMatch(/^ {2}summary\.json {2}stats Summary · n$/m);
});

it("asks the cluster of a context that the kubeconfig has", async () => {
  writeFileSync(
    at("kubeconfig"),
    "kind: Config\nclusters: []\ncontexts: [{name: prod-eu, context: {cluster: eu}}]\n",
  );
  const environment = { KUBECONFIG: at("kubeconfig") };
  const { stderr, exitCode } = await commandLine(["prod-eu"], { environment });
  expect(stderr).toContain('no cluster "eu"');
  expect(exitCode).toBe(ExitCode.Input);
  const other = await commandLine(["prod-us"], { environment });
  expect(other.stderr).toContain("prod-us: there is no such file");
});
