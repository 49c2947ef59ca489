/** What follows from contract/modules.yaml: what builds, loads and publishes the modules. */
import { constant, NOTICE, read, table } from "./tables.mjs";

const { start, testStart, modules } = table("modules");

function wasmName(policy) {
  return `plimsoll-${policy}.wasm`;
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A target for asc for each module; as-pect takes the options alone. */
function compilerOptions() {
  const options = { runtime: "stub", bindings: [], exportRuntime: false, memoryBase: testStart };
  const targets = modules.map(({ policy, pages, pagesMax = pages, objectsAt }) => {
    const constants = objectsAt === undefined ? [] : [`OBJECTS_START=${objectsAt}`];
    const target = {
      outFile: `dist/${wasmName(policy)}`,
      optimizeLevel: 3,
      shrinkLevel: 1,
      runPasses: ["reorder-locals", "reorder-functions-by-name"],
      noAssert: false,
      use: ["abort=", ...constants],
      memoryBase: start,
      initialMemory: pages,
      maximumMemory: pagesMax,
    };
    return [policy, target];
  });
  return json({ options, targets: Object.fromEntries(targets) });
}

/** For the tools, which run before anything is installed. */
function modulesOfTools() {
  const rows = modules.map((row) => ({
    ...row,
    wasm: `dist/${wasmName(row.policy)}`,
    entries: [
      "assembly/base/surface.ts",
      ...(row.verbs.includes("split") ? ["assembly/base/split/verbs.ts"] : []),
      `assembly/${row.policy}/verbs.ts`,
    ],
  }));
  const text = JSON.stringify(rows, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:");
  return `/** ${NOTICE} */\nexport const MODULES = ${text};\n`;
}

function modulesOfHosts() {
  const rows = modules.map(({ policy }) => [policy, { file: wasmName(policy) }]);
  return [
    `/** ${NOTICE} */\n\n`,
    constant("MODULES", Object.fromEntries(rows)),
    "\n/** A policy, which is a module of its own. */\n",
    "export type Policy = keyof typeof MODULES;\n",
  ].join("");
}

/** The scripts of a library, by what loads them, and its types. */
function libraryExport(library) {
  const name = library === "." ? "index" : library.slice(2);
  const prefix = library === "." ? "" : `${name}-`;
  const node = `./dist/${prefix}node.mjs`;
  const browser = `./dist/${prefix}browser.mjs`;
  return {
    types: `./dist/types/hosts/entries/node/${name}.d.ts`,
    workerd: `./dist/${prefix}workerd.mjs`,
    "edge-light": `./dist/${prefix}edge-light.mjs`,
    deno: node,
    bun: node,
    node: { require: `./dist/${prefix}node.cjs`, default: node },
    browser,
    default: browser,
  };
}

/** Other exports stay as they are, between the libraries and the modules. */
function manifest() {
  const text = JSON.parse(read("package.json"));
  const libraries = modules.flatMap(({ library }) =>
    library === undefined ? [] : [[library, libraryExport(library)]],
  );
  const files = modules.flatMap(({ policy }) =>
    ["", ".sha256"].map((end) => [`./${policy}.wasm${end}`, `./dist/${wasmName(policy)}${end}`]),
  );
  const isModule = ([name, target]) =>
    libraries.some(([library]) => library === name) ||
    (typeof target === "object" && "workerd" in target) ||
    /\.wasm(\.sha256)?$/.test(name);
  const others = Object.entries(text.exports).filter((entry) => !isModule(entry));
  const isScript = ([, target]) => typeof target === "object" || target.endsWith(".mjs");
  return json({
    ...text,
    exports: Object.fromEntries([
      ...libraries,
      ...others.filter(isScript),
      ...files,
      ...others.filter((entry) => !isScript(entry)),
    ]),
  });
}

export function moduleFiles() {
  return {
    "analysis/engine/contract/modules.ts": modulesOfHosts(),
    "tools/modules.mjs": modulesOfTools(),
    "asconfig.json": compilerOptions(),
    "package.json": manifest(),
  };
}
