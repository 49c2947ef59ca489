/** The parsers and writers of the core as a module of their own, called with texts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What the module exports, by the file it comes from. */
const SURFACE: Readonly<Record<string, readonly string[]>> = {
  "assembly/base/kubernetes/duration.ts": ["parseDuration", "writeDuration", "writeDurationError"],
  "assembly/base/kubernetes/percentage.ts": [
    "parsePercentage",
    "percentageOf",
    "writePercentageError",
  ],
  "assembly/base/kubernetes/quantity.ts": [
    "addQuantity",
    "compareQuantity",
    "parseQuantity",
    "quantityErrorText",
    "quantityMilliValue",
    "quantityValue",
    "subtractQuantity",
    "writeQuantity",
  ],
  "assembly/base/kubernetes/quoted.ts": ["writeQuoted"],
  "assembly/base/kubernetes/time.ts": ["parseTime", "writeTime"],
  "assembly/base/text.ts": ["writeAscii"],
};

const OPTIONS = "--config none --runtime stub -O3 --use abort= --outFile wasm".split(" ");
/** Everything below is free for texts and records. */
const MEMORY_BASE = 0x2000000;

/** The exported functions; an address is a number, a 64-bit integer a bigint. */
export interface Functions {
  readonly memory: WebAssembly.Memory;
  parseDuration(target: number, text: number, size: number): number;
  writeDuration(at: number, nanos: bigint): number;
  writeDurationError(at: number, code: number, text: number, size: number): number;
  parsePercentage(target: number, text: number, size: number): number;
  percentageOf(bits: number, capacity: bigint): bigint;
  writePercentageError(at: number, code: number, text: number, size: number): number;
  addQuantity(target: number, other: number): void;
  subtractQuantity(target: number, other: number): void;
  compareQuantity(a: number, b: number): number;
  parseQuantity(target: number, text: number, size: number): number;
  quantityErrorText(code: number): number;
  quantityMilliValue(quantity: number): bigint;
  quantityValue(quantity: number): bigint;
  writeQuantity(at: number, quantity: number): number;
  writeQuoted(at: number, text: number, size: number): number;
  parseTime(target: number, text: number, size: number): number;
  writeTime(at: number, nanos: bigint): number;
  writeAscii(at: number, literal: number): number;
}

/** asc takes a file extension in an import, but not in an `export … from`. */
function entrySource(): string {
  const lines = Object.entries(SURFACE).map(([path, names]) => {
    const list = `{ ${names.join(", ")} }`;
    return `import ${list} from "./${path}"; export ${list};`;
  });
  return lines.join("\n");
}

async function compile(): Promise<Uint8Array<ArrayBuffer>> {
  const entry = "parsers.ts";
  let wasm: Uint8Array | undefined;
  const memory = ["--memoryBase", String(MEMORY_BASE)];
  const { error, stderr } = await asc.main([entry, ...OPTIONS, ...memory], {
    readFile: (name, base) => {
      if (name === entry) return entrySource();
      try {
        return readFileSync(resolve(ROOT, base, name), "utf8");
      } catch {
        return null; // asc looks in several places; not finding a file in one is not an error.
      }
    },
    writeFile: (_, contents) => {
      if (typeof contents !== "string") wasm = contents;
    },
    listFiles: () => [],
  });
  if (error || wasm === undefined) throw new Error(`The parsers do not compile: ${stderr}`);
  return wasm.slice();
}

export async function compileParsers(): Promise<Functions> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(await compile()), {});
  return exports as unknown as Functions;
}
