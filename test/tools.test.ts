/**
 * The build is trusted to know what is stale, and the core's tests to fail when none ran.
 *
 * @module-tag long
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { firstScripts } from "../tools/firstScripts.mjs";
import { hashOfSources, isFresh, MODULES, markFresh, PARTS, partsNamed } from "../tools/parts.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-tools-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe("a built part", () => {
  const part = {
    name: "sample",
    entry: "hosts/sample/main.ts",
    sources: ["hosts/sample", "settings.json"],
    outputs: ["dist/sample.mjs"],
  };

  beforeEach(() => {
    put("hosts/sample/main.ts", "1");
    put("hosts/sample/deep/a.ts", "2");
    put("dist/sample.mjs", "3");
    markFresh(part, hashOfSources(part, folder), folder);
  });

  test.each<[string, boolean, () => void]>([
    ["fresh when nothing changed", true, () => {}],
    ["fresh when a file was saved unchanged", true, () => put("hosts/sample/main.ts", "1")],
    ["fresh when a test changed", true, () => put("hosts/sample/main.test.ts", "x")],
    ["fresh when a test next to the core changed", true, () => put("hosts/sample/__tests__/a", "")],
    ["stale when a source changed", false, () => put("hosts/sample/deep/a.ts", "x")],
    ["stale when a source was added", false, () => put("hosts/sample/b.ts", "")],
    ["stale when a source moved", false, () => rename("hosts/sample/deep/a.ts", "b.ts")],
    ["stale when its settings appear", false, () => put("settings.json", "{}")],
    ["stale when the toolchain changed", false, () => put("package-lock.json", "{}")],
    ["stale when its output is gone", false, () => rmSync(join(folder, "dist/sample.mjs"))],
  ])("is %s", (_, fresh, change) => {
    change();
    expect(isFresh(part, folder)).toBe(fresh);
  });

  function rename(from: string, to: string): void {
    cpSync(join(folder, from), join(folder, dirname(from), to));
    rmSync(join(folder, from));
  }
});

test("every part goes to dist or next to the host that embeds it, from its own entry", () => {
  expect(new Set(PARTS.map(({ entry }) => entry)).size).toBe(PARTS.length);
  for (const output of PARTS.flatMap(({ outputs }) => outputs)) {
    expect(output).toMatch(/^dist\/|^hosts\/(go|java|python)\/([\w/]+\/)?plimsoll-eviction\.wasm$/);
  }
});

test.each<[string[], string[]]>([
  [["eviction"], ["eviction"]],
  [["command"], [...MODULES.map(({ policy }) => policy), "command", "playground"]],
  [
    ["worker", "eviction"],
    ["eviction", "worker"],
  ],
  [["go"], ["eviction", "go"]],
  [["java"], ["eviction", "java"]],
  [["python"], ["eviction", "python"]],
  [[], PARTS.map(({ name }) => name)],
])("of the parts %j, %j are built", (names, built) => {
  expect(partsNamed(names).map(({ name }) => name)).toEqual(built);
});

test("a part that there is not is refused with the names of those there are", () => {
  expect(() => partsNamed(["page"])).toThrow(
    /no part page; the parts are eviction, oom, scheduler, /,
  );
});

test("an image is built from everything that the build reads", () => {
  const sent = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
  const read = PARTS.flatMap(({ sources }) => sources.map((path) => path.split("/")[0]));
  for (const path of new Set(read)) expect(sent).toContain(`!${path}`);
});

describe("scripts that are loaded first", () => {
  const PARTS_OF_PAGE: Record<string, string> = {
    "main.ts": 'import("./page.ts");',
    "page.ts": 'import "./a.ts"; import "./b.ts"; import "./c.ts"; import("./view.ts");',
    "view.ts": 'import "./a.ts"; console.log("view");',
    "worker.ts": 'import "./b.ts"; console.log("worker"); import("./read.ts"); import("./zip.ts");',
    "read.ts": 'import "./c.ts"; console.log("read");',
    "zip.ts": 'import "./b.ts"; console.log("zip");',
    ...{ "a.ts": "console.log(1);", "b.ts": "console.log(2);", "c.ts": "console.log(3);" },
  };

  /** What is loaded with a script at once, in a build with these outputs. */
  const scripts = (outputs: Metafile["outputs"], entry: string) => {
    const [first = ""] = Object.keys(outputs).filter((each) => outputs[each]?.entryPoint === entry);
    const found = new Set([first]);
    for (const each of found) {
      const imports = outputs[each]?.imports ?? [];
      for (const { kind, path } of imports) if (kind === "import-statement") found.add(path);
    }
    return [...found];
  };
  const loaded = (outputs: Metafile["outputs"], entry: string) =>
    scripts(outputs, entry)
      .flatMap((each) => Object.keys(outputs[each]?.inputs ?? {}))
      .sort();

  test("are few, and hold what the page needed before, and none of its worker", async () => {
    for (const [path, text] of Object.entries(PARTS_OF_PAGE)) put(path, text);
    const options = {
      absWorkingDir: folder,
      ...{ entryPoints: ["main.ts", "worker.ts"], outdir: "out" },
      ...{ bundle: true, splitting: true, write: false },
      format: "esm" as const,
      metafile: true as const,
    };
    const split = await build(options);
    const plugin = firstScripts(split.metafile.inputs, {
      ...{ root: folder, page: "main.ts", first: "page.ts", worker: "worker.ts" },
    });
    const joined = await build({ ...options, plugins: [plugin] });
    const [before, after] = [split.metafile.outputs, joined.metafile.outputs];
    expect(scripts(before, "page.ts")).toHaveLength(4);
    expect(scripts(after, "page.ts")).toHaveLength(3);
    expect(loaded(after, "page.ts")).toEqual(loaded(before, "page.ts"));
    expect(loaded(after, "page.ts")).toEqual(["a.ts", "b.ts", "c.ts", "page.ts"]);
    // The worker reads c.ts sooner: it has come with the page.
    expect(loaded(after, "worker.ts")).toEqual(["b.ts", "c.ts", "worker.ts"]);
  });
});

describe("a program that npm starts by its name", () => {
  beforeEach(() => {
    cpSync(join(ROOT, "tools"), join(folder, "tools"), { recursive: true });
    const row = { file: "exit.mjs", about: "Ends with a number." };
    put("tools/programs.json", JSON.stringify({ suite: { exit: row }, bench: { other: row } }));
    put("exit.mjs", "process.exitCode = Number(process.argv[2]);");
  });

  function run(...words: string[]) {
    return spawnSync(process.execPath, ["tools/run.mjs", ...words], {
      cwd: folder,
      encoding: "utf8",
    });
  }

  test("gets the words after it, and its exit status is kept", () => {
    expect(run("suite", "exit", "7")).toMatchObject({ status: 7, stdout: "", stderr: "" });
  });

  test.each([
    ["no name is given", [], "It needs a name: npm run suite -- NAME"],
    ["the name is another group's", ["other"], '"other" is not a name: npm run suite -- NAME'],
    ["the name is an object's own", ["toString"], '"toString" is not a name'],
  ])("is chosen from the table when %s", (_, words, problem) => {
    const { status, stderr } = run("suite", ...words);
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).toContain("  exit  Ends with a number.\n");
  });
});

describe("the core's tests", () => {
  const spec = (body: string) =>
    `describe("a", () => {\n  it("b", () => {\n    ${body}\n  });\n});\n`;

  beforeEach(() => {
    for (const path of ["tools", "as-pect.config.js", "as-pect.asconfig.json", "package.json"]) {
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    }
    put("asconfig.json", '{"options":{"runtime":"stub"}}');
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  });

  function run() {
    const { status, stdout } = spawnSync(process.execPath, ["tools/core-tests.mjs"], {
      cwd: folder,
      encoding: "utf8",
    });
    return { status, last: stdout.trim().split("\n").at(-1) };
  }

  test("pass when all that are written down pass", () => {
    put("assembly/__tests__/a.spec.ts", spec("expect(1).toBe(1);"));
    expect(run()).toEqual({ status: 0, last: "core: 1 passed, 0 failed, 1 written down" });
  });

  test("fail when there are none", () => {
    expect(run()).toEqual({ status: 1, last: "core: 0 passed, 0 failed, 0 written down" });
  });

  test("fail when one fails", () => {
    put("assembly/__tests__/a.spec.ts", spec("expect(1).toBe(2);"));
    expect(run()).toEqual({ status: 1, last: "core: 0 passed, 1 failed, 1 written down" });
  });

  test("fail when one does not compile", () => {
    put("assembly/__tests__/a.spec.ts", spec("expect(nothing).toBe(1);"));
    expect(run().status).toBe(1);
  });

  test("fail when one is written down where the runner does not look", () => {
    put("assembly/__tests__/a.spec.ts", spec("expect(1).toBe(1);"));
    put("assembly/b.spec.ts", spec("expect(1).toBe(1);"));
    expect(run()).toEqual({ status: 1, last: "core: 1 passed, 0 failed, 2 written down" });
  });
});

describe("the release build of the core", () => {
  beforeEach(() => {
    for (const path of ["tools", "asconfig.json"]) {
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  });

  function build(source: string) {
    const { entries = [] } = MODULES.find(({ policy }) => policy === "eviction") ?? {};
    for (const entry of entries) put(entry, "");
    put("assembly/eviction/verbs.ts", source);
    return spawnSync(process.execPath, ["tools/build.mjs"], { cwd: folder, encoding: "utf8" });
  }

  test("keeps a literal once, as bytes before their end", () => {
    const { stderr } = build(`
      export function place(): usize { return changetype<usize>("node"); }
      export function again(): usize { return changetype<usize>("node"); }
      export function size(): i32 { return "node".length; }`);
    expect(stderr).toBe("");
    const wasm = new WebAssembly.Module(readFileSync(join(folder, "dist/plimsoll-eviction.wasm")));
    const exports = new WebAssembly.Instance(wasm).exports as Record<string, () => number>;
    const { buffer } = exports.memory as unknown as WebAssembly.Memory;
    const place = exports.place?.() ?? 0;
    expect(Buffer.from(buffer, place, 6).toString("latin1")).toBe("node\xff\0");
    expect(exports.again?.()).toBe(place);
    expect(exports.size?.()).toBe(4);
  });

  test.each([
    ["A literal of the core is ASCII", "(1,11)", 'const a = "caf\u00e9";'],
    ["The core has no templates", "(1,11)", "const a = `a`;"],
    ["Property 'charCodeAt' does not exist", "(1,22)", 'export const a = "a".charCodeAt(0);'],
    ["Only a function can be inlined", "(2,", "/** A number. @inline */\nexport const a = 1;"],
  ])("fails where it has to say: %s", (sentence, place, source) => {
    const { status, stderr } = build(source);
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(`assembly/eviction/verbs.ts${place}`);
  });
});
