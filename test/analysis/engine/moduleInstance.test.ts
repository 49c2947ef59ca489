import asc from "assemblyscript/asc";
import { beforeAll, describe, expect, it } from "vitest";
import { ModuleInstance, type ModuleSurface } from "../../../analysis/engine/moduleInstance.ts";
import { ABI_VERSION } from "../../../assembly/abi.ts";
import { encode } from "../chunks.ts";

interface EchoExports extends ModuleSurface {
  /** Answers what it was given, after its memory has grown by so many pages. */
  echo(size: number, pages: number): number;
}

const SOURCE = `
  const INPUT: usize = 1024;
  const OUTPUT: usize = 32768;
  let size: i32 = 0;
  export function abiVersion(): i32 { return ${ABI_VERSION}; }
  export function inputOffset(): usize { return INPUT; }
  export function inputCapacity(): usize { return 16384; }
  export function outputOffset(): usize { return OUTPUT; }
  export function outputSize(): i32 { return size; }
  export function report(detail: i32): i32 { return 0; }
  export function echo(bytes: i32, pages: i32): i32 {
    memory.grow(pages);
    memory.copy(OUTPUT, INPUT, bytes);
    size = bytes;
    return 0;
  }
`;

let module: WebAssembly.Module;
beforeAll(async () => {
  let binary: Uint8Array | null = null;
  const { error } = await asc.main(
    ["index.ts", "--outFile", "out.wasm", "--runtime", "stub", "--initialMemory", "1"],
    {
      readFile: (name) => (name === "index.ts" ? SOURCE : null),
      writeFile: (_, contents) => {
        binary = contents as Uint8Array;
      },
      listFiles: () => [],
    },
  );
  if (error) throw error;
  module = await WebAssembly.compile(binary as unknown as BufferSource);
});

describe("an instance of a module whose memory grows", () => {
  it("is written to and read from as before, when it has grown", () => {
    const instance = new ModuleInstance<EchoExports>(module);
    for (const pages of [0, 1, 0, 40, 0]) {
      const text = `after ${pages} more pages`;
      instance.call("echo", text, pages);
      expect(new TextDecoder().decode(instance.output())).toBe(text);
    }
  });

  it("keeps an answer that was read before it grew", () => {
    const instance = new ModuleInstance<EchoExports>(module);
    instance.call("echo", "first", 0);
    const first = instance.output();
    instance.call("echo", "second", 1);
    expect(new TextDecoder().decode(first)).toBe("first");
  });
});

describe("a view of a module's memory, as tests have it", () => {
  const written = (instance: ModuleInstance<EchoExports>, text: string) => {
    const bytes = encode(text);
    const place = instance.place();
    place.set(bytes);
    return place.subarray(0, bytes.length);
  };
  const answered = (instance: ModuleInstance<EchoExports>) =>
    new TextDecoder().decode(instance.output());
  const OVERWRITTEN = new Uint8Array(5).fill(0xaa);

  it("is a document that a verb takes, and is overwritten then", () => {
    const instance = new ModuleInstance<EchoExports>(module);
    const view = written(instance, "first");
    instance.call("echo", view, 0);
    expect(answered(instance)).toBe("first");
    expect(view).toEqual(OVERWRITTEN);
  });

  it("is a document from within, and is overwritten then", () => {
    const instance = new ModuleInstance<EchoExports>(module);
    const view = written(instance, "first");
    instance.call("echo", view.subarray(2), 0);
    expect(answered(instance)).toBe("rst");
    expect(view).toEqual(OVERWRITTEN);
  });

  it("is overwritten when another document comes, or is to be written", () => {
    const instance = new ModuleInstance<EchoExports>(module);
    const view = written(instance, "first");
    instance.call("echo", "other", 0);
    expect(answered(instance)).toBe("other");
    expect(view).toEqual(OVERWRITTEN);
    const second = written(instance, "again");
    written(instance, "third");
    expect(second).toEqual(OVERWRITTEN);
  });
});
