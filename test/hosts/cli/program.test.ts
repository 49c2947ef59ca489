/** @module-tag long */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const READING = [
  "commander",
  "picocolors",
  "yaml",
  "fflate",
  "smol-toml",
  "@assemblyscript/loader",
];
const WATCHING = [
  ...["commander", "picocolors", "@assemblyscript/loader"],
  ...["hono", "@hono/node-server", "prom-client"],
];
const folders: string[] = [];

/** The command as it is built, with only these packages installed. */
function commandBeside(packages: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-loading-"));
  folders.push(folder);
  const dist = join(folder, "dist");
  mkdirSync(dist);
  for (const name of readdirSync(join(ROOT, "dist"))) {
    if (/\.(mjs|cjs|wasm)$/.test(name)) cpSync(join(ROOT, "dist", name), join(dist, name));
  }
  for (const name of packages) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
  return join(dist, "plimsoll.mjs");
}

function printed(command: string, words: readonly string[]): string {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return execFileSync(process.execPath, [command, ...words], {
    encoding: "utf8",
    stdio: [...stdio],
  });
}

/** What a program loads when it starts, and not only when it asks for more: files and packages. */
async function loadedBy(entry: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    entryPoints: { entry },
    outdir: "dist",
    ...{ bundle: true, splitting: true, write: false, metafile: true },
    ...{ format: "esm", platform: "node", packages: "external" },
  });
  const loaded = new Set<string>();
  const waiting = ["dist/entry.js"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    const { inputs = {}, imports = [] }: Partial<Metafile["outputs"][string]> =
      metafile.outputs[path] ?? {};
    for (const input of Object.keys(inputs)) loaded.add(input);
    const asked = imports.filter(({ kind }) => kind !== "dynamic-import");
    waiting.push(...asked.map((each) => each.path));
  }
  return loaded;
}

describe("what is not asked for is not loaded", () => {
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it("prints versions with no more than what parses and colors", () => {
    expect(printed(commandBeside(["commander", "picocolors"]), ["--version"])).toMatch(
      /^plimsoll \d/,
    );
  });

  it.each([
    "replay",
    "explain",
    "diff",
    "sweep",
    "advise",
    "next",
    "oom",
    "schedule",
    "check",
    "capture",
  ])("reads with %s without the packages of a server", (name) => {
    expect(printed(commandBeside(READING), [name, "--help"])).toContain(`plimsoll ${name}`);
  });

  it("reads what a zip archive has deflated", () => {
    const command = commandBeside(READING);
    const status = { nodeInfo: { kubeletVersion: "v1.35.8" } };
    const node = { kind: "Node", metadata: { name: "worker-1" }, status };
    const nodes = { kind: "NodeList", items: [node] };
    const events = { kind: "EventList", items: [] };
    const archive = join(dirname(command), "dump.zip");
    const bytes = (document: object) => Buffer.from(JSON.stringify(document));
    const files = { "nodes.json": bytes(nodes), "shop/events.json": bytes(events) };
    writeFileSync(archive, zipSync(files));
    const words = ["explain", "--bundle", archive, "--output", "json"];
    expect(JSON.parse(printed(command, words)).nodes).toMatchObject([{ name: "worker-1" }]);
  });

  it("watches a node without the packages that read what people write", () => {
    const command = commandBeside(WATCHING);
    const capture = join(ROOT, "examples/memory-leak.plimsoll.ndjson.gz");
    const words = ["run", "--source", "capture", "--capture", capture, "--output", "ndjson"];
    expect(printed(command, [...words, "--listen", "127.0.0.1:0"])).toContain('"evictions":[{');
  });

  it("takes a byte of memory for each character of a script, and not two", () => {
    const scripts = readdirSync(join(ROOT, "dist")).filter((name) => /^command.*\.mjs$/.test(name));
    const beyond = scripts.filter((name) => {
      return /[\u0080-\uffff]/.test(readFileSync(join(ROOT, "dist", name), "utf8"));
    });
    expect(scripts.length).toBeGreaterThan(3);
    expect(beyond).toEqual([]);
  });

  it("serves with them", () => {
    expect(() => printed(commandBeside(READING), ["run", "--help"])).toThrow(/Cannot find package/);
    const every = [...READING, "hono", "@hono/node-server", "prom-client"];
    expect(printed(commandBeside(every), ["run", "--help"])).toContain("plimsoll run");
    const help = printed(commandBeside(every), ["--help"]);
    const places = ["replay", "capture", "playground", "demo"].map((name) => help.indexOf(name));
    expect(places.every((at, i) => at > (places[i - 1] ?? 0))).toBe(true);
  });
});

describe("a daemon keeps in memory what it has loaded, and starts without", async () => {
  const loaded = await loadedBy("hosts/cli/commands/run.ts");

  it.each([
    ["a reader of YAML", "yaml"],
    ["a reader of TOML", "smol-toml"],
    ["a reader of archives", "fflate"],
    ["a reader of gzip that is not Node's", "pako"],
    ["the forms in which other systems write a configuration", "analysis/read/kubelet/read.ts"],
    ["the tables of what the kubelet's releases know", "analysis/read/kubelet/validation/facts.ts"],
    ["the rules by which a kubelet checks", "analysis/read/kubelet/validation/rules.ts"],
    ["the screen", "hosts/cli/screen/screen.ts"],
    ["the client of an API server", "hosts/daemon/kubernetes/client.ts"],
    ["the reader of cgroups", "hosts/daemon/cgroup/machine.ts"],
    ["what other commands are about", "analysis/read/messages/message.ts"],
  ])("%s", (_, name) => {
    expect(loaded).not.toContain(name);
  });

  it("but does load what each daemon needs", () => {
    for (const name of ["commander", "prom-client", "hosts/daemon/loop/daemon.ts"]) {
      expect(loaded).toContain(name);
    }
  });
});
