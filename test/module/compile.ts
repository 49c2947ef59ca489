import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const ELSEWHERE = join(ROOT, "build/elsewhere");
/** All that decides what a module is: with it, the copy knows what is stale. */
const SOURCES = ["assembly", "asconfig.json", "tools", "package-lock.json"];
/** Without the project's own options: nothing is optimized for a few numbers. */
const OPTIONS = ["--config", "none", "--runtime", "stub", "--use", "abort=", "--outFile", "wasm"];

/**
 * Builds all modules from a copy of their sources in a directory of another name. The copy keeps
 * what it built: like the checkout, it rebuilds only modules whose sources changed.
 */
export function buildElsewhere(): void {
  mkdirSync(ELSEWHERE, { recursive: true });
  for (const path of SOURCES) {
    rmSync(join(ELSEWHERE, path), { recursive: true, force: true });
    cpSync(join(ROOT, path), join(ELSEWHERE, path), { recursive: true });
  }
  const packages = join(ELSEWHERE, "node_modules");
  if (!existsSync(packages)) symlinkSync(join(ROOT, "node_modules"), packages, "junction");
  execFileSync(process.execPath, ["tools/build.mjs"], { cwd: ELSEWHERE, stdio: "pipe" });
}

/**
 * The numbers a source file of the core exports, as its own compiler sees them; `used` are the
 * constants of a configuration for asc.
 */
export async function constantsOf(
  path: string,
  names: readonly string[],
  used: readonly string[] = [],
): Promise<number[]> {
  // The compiler takes an extension in an import, but not in an export from another file.
  const list = `{ ${names.join(", ")} }`;
  const exports = await exportsOf(`import ${list} from "./${path}"; export ${list};`, used);
  return names.map((name) => Number((exports[name] as WebAssembly.Global).value));
}

/** How much the compiler places itself, zeros included, when literals are left to it as well. */
export async function staticBytesBeforePacking(entries: readonly string[]): Promise<number> {
  const surface = entries.map((entry) => `export * from "./${entry.replace(/\.ts$/, "")}";`);
  const source = [...surface, "export const heapBase: usize = __heap_base;"].join(" ");
  const exports = await exportsOf(source);
  return Number((exports.heapBase as WebAssembly.Global).value);
}

async function exportsOf(
  source: string,
  used: readonly string[] = [],
): Promise<WebAssembly.Exports> {
  const entry = "exports.ts";
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [entry, ...OPTIONS, ...used.flatMap((use) => ["--use", use])],
    {
      readFile: (name, base) => {
        if (name === entry) return source;
        try {
          return readFileSync(resolve(ROOT, base, name), "utf8");
        } catch {
          return null; // asc looks in several places; not finding a file in one is not an error.
        }
      },
      writeFile: (name, contents) => {
        if (name === "wasm" && typeof contents !== "string") wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || wasm === undefined) throw new Error(`This does not compile: ${source}\n${stderr}`);
  return new WebAssembly.Instance(new WebAssembly.Module(wasm.slice())).exports;
}
