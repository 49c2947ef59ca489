/**
 * What no reader of consecutive Summaries can do without, whatever it is: their bytes are written
 * into the module's memory, and each is compared with one of the Summary before.
 */
import binaryen from "assemblyscript/binaryen";
import { consecutiveSummaries } from "./consecutiveSummaries.ts";
import { inTurn } from "./node.ts";
import { type Row, remark } from "./row.ts";
import type { Run } from "./run.ts";
import { medianMicros, mediansOf } from "./stopwatch.ts";
import { formatMicros } from "./table.ts";

const PAGE_BYTES = 0x10000;
const BLOCK_BYTES = 64;
const PLACES = [PAGE_BYTES, 0x500000] as const;

type Compare = (a: number, b: number, end: number) => number;

export function measureFloor({ times, onProgress }: Run): readonly Row[] {
  onProgress("the floor of reading consecutive Summaries");
  const { moments } = consecutiveSummaries({ pods: 110, changed: 0, count: 16 });
  const { memory, words, vectors } = comparers();
  const next = inTurn(moments);
  let place = 0;
  const write = () => {
    const { summary } = next();
    place = 1 - place;
    memory.set(summary, PLACES[place]);
    return PLACES[0] + summary.length - (summary.length % BLOCK_BYTES);
  };
  const turns = Array.from({ length: times }, () =>
    medianMicros({
      written: write,
      words: () => words(PLACES[0], PLACES[1], write()),
      vectors: () => vectors(PLACES[0], PLACES[1], write()),
    }),
  );
  const micros = mediansOf(turns);
  return [
    remark("the floor: a Summary of 110 pods written into memory", formatMicros(micros.written)),
    remark("  and compared with the one before, 64-bit words", formatMicros(micros.words)),
    remark("  and compared with the one before, SIMD", formatMicros(micros.vectors)),
  ];
}

function comparers() {
  const parsed = binaryen.parseText(MODULE);
  parsed.setFeatures(binaryen.Features.All);
  try {
    const { exports } = new WebAssembly.Instance(
      new WebAssembly.Module(parsed.emitBinary().slice()),
    );
    const { memory, words, vectors } = exports as unknown as {
      readonly memory: WebAssembly.Memory;
      readonly words: Compare;
      readonly vectors: Compare;
    };
    return { memory: new Uint8Array(memory.buffer), words, vectors };
  } finally {
    parsed.dispose();
  }
}

/** Answers how many blocks of 64 bytes differ. */
function comparer(name: string, differs: string): string {
  return `(func (export "${name}") (param $a i32) (param $b i32) (param $end i32) (result i32)
    (local $count i32)
    (loop $next
      (local.set $count (i32.add (local.get $count) ${differs}))
      (local.set $a (i32.add (local.get $a) (i32.const ${BLOCK_BYTES})))
      (local.set $b (i32.add (local.get $b) (i32.const ${BLOCK_BYTES})))
      (br_if $next (i32.lt_u (local.get $a) (local.get $end))))
    (local.get $count))`;
}

function combined(type: "i64" | "v128", width: number): string {
  const pairs = Array.from({ length: BLOCK_BYTES / width }, (_, i) => {
    const load = (from: string) => `(${type}.load offset=${i * width} (local.get $${from}))`;
    return `(${type}.xor ${load("a")} ${load("b")})`;
  });
  return pairs.reduce((all, pair) => `(${type}.or ${all} ${pair})`);
}

const MODULE = `(module (memory (export "memory") ${(2 * PLACES[1]) / PAGE_BYTES})
  ${comparer("words", `(i64.ne (i64.const 0) ${combined("i64", 8)})`)}
  ${comparer("vectors", `(v128.any_true ${combined("v128", 16)})`)})`;
