/** Reads a WebAssembly module the way a suspicious reader would: from its text form. */
import binaryen from "assemblyscript/binaryen";

export interface Audit {
  /** Instructions and types that the module must not contain, by the rule they break. */
  readonly banned: Readonly<Record<string, readonly string[]>>;
  /** Functions that can call themselves, directly or through others. */
  readonly recursive: readonly string[];
  /** Pages of 64 KiB. */
  readonly memory: { readonly initial: number; readonly maximum: number | undefined };
  /** The first byte after static data. */
  readonly staticEnd: number;
}

const BANNED: Readonly<Record<string, RegExp>> = {
  float: /\b(f32|f64|f32x4|f64x2|f16x8)\b(\.\w+)?/g,
  // The relaxed instructions answer differently on different machines; the others bought nothing.
  simd: /\bv128\b(\.\w+)?|\b[if]\d+x\d+\.\w+/g,
  atomic: /\b\w+\.atomic\.\w+(\.\w+)?|\batomic\.\w+|\bshared\b/g,
  growth: /\bmemory\.grow\b/g,
  // Without indirect calls the call graph below is the whole truth.
  indirect: /\b(call_indirect|call_ref|return_call\w*)\b/g,
};

export function audit(wasm: Uint8Array): Audit {
  const module = binaryen.readBinary(wasm);
  module.setFeatures(binaryen.Features.All);
  const lines = module.emitText().split("\n");
  module.dispose();
  // Texts inside data segments are not instructions.
  const code = lines.filter((line) => !/^ \((data|export) /.test(line)).join("\n");
  return {
    banned: Object.fromEntries(
      Object.entries(BANNED).map(([rule, pattern]) => [rule, uniqueMatches(code, pattern)]),
    ),
    recursive: recursiveFunctions(callsOf(code)),
    memory: memoryOf(code),
    staticEnd: Math.max(0, ...lines.map(endOfSegment)),
  };
}

function uniqueMatches(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([match]) => match))].sort();
}

function memoryOf(code: string): Audit["memory"] {
  const [, initial, maximum] = code.match(/^ \(memory \$\S+ (\d+)(?: (\d+))?/m) ?? [];
  return { initial: Number(initial), maximum: maximum === undefined ? undefined : Number(maximum) };
}

/** `(data $1 (i32.const 1024) "a\00\"")` ends at 1024 plus its unescaped bytes. */
function endOfSegment(line: string): number {
  const [, start, escaped] = line.match(/^ \(data \S+ \(i32\.const (\d+)\) "(.*)"\)$/) ?? [];
  if (start === undefined || escaped === undefined) return 0;
  return Number(start) + escaped.replace(/\\([0-9a-f]{2}|.)/gi, "x").length;
}

function callsOf(code: string): Map<string, Set<string>> {
  const calls = new Map<string, Set<string>>();
  let current = new Set<string>();
  for (const line of code.split("\n")) {
    const [, name] = line.match(/^ \(func (\$\S+)/) ?? [];
    if (name !== undefined) {
      current = new Set();
      calls.set(name, current);
    }
    for (const [, callee] of line.matchAll(/\(call (\$[^\s)]+)/g)) if (callee) current.add(callee);
  }
  return calls;
}

function recursiveFunctions(calls: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...calls.keys()].filter((start) => {
    const reached = new Set<string>();
    const waiting = [...(calls.get(start) ?? [])];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      waiting.push(...(calls.get(name) ?? []));
    }
    return reached.has(start);
  });
}
