import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ModuleExports } from "../../analysis/engine/moduleExports.ts";
import { AGAIN, AHEAD, Part, Status } from "../../assembly/abi.ts";
import { constantsOf, ROOT } from "./compile.ts";

const module = new WebAssembly.Module(readFileSync(join(ROOT, "dist/plimsoll-eviction.wasm")));
const NOW = 1_795_168_800_000_000_000n;
const SECRET = "canary-of-the-first-tenant";
let regionsStart = 0;

beforeAll(async () => {
  [regionsStart = 0] = await constantsOf("assembly/base/memory.ts", ["FAILURE_OFFSET"]);
});

/** The module as a host in another language has it: numbers and memory. */
class Core {
  readonly exports = new WebAssembly.Instance(module).exports as unknown as ModuleExports;
  readonly memory = Buffer.from(this.exports.memory.buffer);

  write(document: object | string | Uint8Array): number {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    const bytes = document instanceof Uint8Array ? document : Buffer.from(text);
    this.memory.set(bytes, this.exports.inputOffset());
    return bytes.length;
  }

  /** A copy of the last answer. */
  output(): Buffer {
    const start = this.exports.outputOffset();
    return Buffer.from(this.memory.subarray(start, start + this.exports.outputSize()));
  }

  reported(detail: number): string {
    this.exports.report(detail);
    return this.output().toString();
  }

  error(): unknown {
    return JSON.parse(this.reported(0));
  }
}

const containers = Array.from({ length: 3 }, (_, index) => ({
  name: `${SECRET}-container-${index}`,
  resources: { requests: { memory: "64.5Mi" }, limits: { "ephemeral-storage": "1Ki" } },
}));
const pod = (index: number) => ({
  metadata: { namespace: SECRET, name: `${SECRET}-${index}\u0001`, uid: `${SECRET}-uid-${index}` },
  spec: { containers, volumes: [{ name: `${SECRET}-volume`, emptyDir: { sizeLimit: "1" } }] },
});
const PODS = { items: Array.from({ length: 40 }, (_, index) => pod(index)) };
const stats = (index: number) => ({
  podRef: { uid: `${SECRET}-uid-${index}` },
  memory: { workingSetBytes: 5_000_000_000 },
  containers: [{ name: `${SECRET}-ephemeral` }, { name: containers[0]?.name }],
  volume: [{ name: `${SECRET}-volume`, usedBytes: 7 }],
});
/** More pods than the list has: their rows are given back. */
const SUMMARY = {
  node: { memory: { availableBytes: 1, workingSetBytes: 9 } },
  pods: Array.from({ length: 50 }, (_, index) => stats(index)),
};
const CONFIGURATION = {
  evictionHard: { "memory.available": "50%" },
  plimsoll: { whatIf: true, layout: { dedicatedImageFs: true, splitContainerFs: false } },
};

/** Everything that leaves something behind, refusals and unfinished documents too. */
function use(core: Core): void {
  const { exports } = core;
  const opaque: Buffer[] = [];
  exports.configure(core.write({ evictionHard: { [SECRET]: "1" } }));
  exports.report(0);
  expect(exports.configure(core.write(CONFIGURATION))).toBe(Status.Ok);
  exports.pods(core.write({ items: [...PODS.items, ...PODS.items, { spec: { volumes: 1 } }] }));
  expect(exports.pods(core.write(PODS))).toBe(40);
  expect(exports.observe(core.write(SUMMARY), NOW)).toBeGreaterThan(0);
  for (const detail of [0, 1, 2]) expect(exports.report(detail)).toBeGreaterThan(0);
  expect(exports.explain(core.write({ uid: `${SECRET}-uid-7` }))).toBeGreaterThan(0);
  exports.save();
  opaque.push(core.output());
  for (const part of [Part.Pods, Part.Summary]) {
    exports.freeze(part);
    opaque.push(core.output());
  }
  exports.admit(core.write(pod(0)));
  expect(exports.record(core.write({ [`${SECRET}-member`]: 1, summary: SUMMARY }))).toBeGreaterThan(
    0,
  );
  exports.observe(AHEAD, NOW);
  exports.record(core.write({ summary: SUMMARY }));
  exports.members(core.write(`{"${SECRET.repeat(2_000)}":1,`));
  exports.observe(core.write(JSON.stringify(SUMMARY).slice(0, -4)), NOW);
  const [state = Buffer.alloc(0), pods = state, summary = state] = opaque;
  expect(exports.thaw(core.write(pods))).toBe(Status.Ok);
  expect(exports.thaw(core.write(summary))).toBe(Status.Ok);
  expect(exports.restore(core.write(state))).toBe(Status.Ok);
  expect(exports.observe(AGAIN, NOW)).toBeGreaterThanOrEqual(0);
  expect(exports.pods(core.write({ items: [] }))).toBe(0);
  for (const level of [0, 1]) {
    exports.splitFrom(0n, level, 1);
    exports.split(core.write(`{"kind":"${SECRET}","${SECRET}":1,"items":[{"${SECRET}`));
  }
}

describe("clear", () => {
  test("leaves no byte of what was there in any region", () => {
    const core = new Core();
    use(core);
    expect(core.memory.includes(SECRET)).toBe(true);
    expect(core.exports.clear()).toBe(Status.Ok);
    const regions = core.memory.subarray(regionsStart);
    expect(regions.equals(Buffer.alloc(regions.length))).toBe(true);
    expect(core.memory.includes(SECRET)).toBe(false);
  });

  test("leaves no word that says where in a document a pod stood", () => {
    const core = new Core();
    const { exports, memory } = core;
    const start = exports.inputOffset();
    exports.configure(core.write(CONFIGURATION));
    exports.pods(core.write(PODS));
    const size = core.write(SUMMARY);
    expect(exports.observe(size, NOW)).toBeGreaterThan(0);
    const text = memory.subarray(start, start + size).toString();
    const places = new Set([...text.matchAll(/\{"podRef"/g)].map(({ index }) => start + index));
    expect(places.size).toBe(SUMMARY.pods.length);
    exports.clear();
    const left: number[] = [];
    for (let at = 0; at < start; at += 4) {
      if (places.has(memory.readUInt32LE(at))) left.push(at);
    }
    expect(left).toEqual([]);
  });

  test("leaves an engine that answers as a new one does", () => {
    const [used, fresh] = [new Core(), new Core()];
    use(used);
    used.exports.clear();
    const answers = [used, fresh].map((core) => {
      const { exports } = core;
      const before = [
        exports.outputSize(),
        exports.report(0),
        exports.save(),
        exports.observe(3, 1n),
      ];
      use(core);
      exports.observe(core.write(SUMMARY), NOW);
      exports.report(2);
      return [before, core.output().toString()];
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toEqual([0, -14, -1, -1]);
  });

  test("takes nothing but what was used: a second one has nothing to do", () => {
    const core = new Core();
    expect(core.exports.clear()).toBe(Status.Ok);
    expect(core.exports.clear()).toBe(Status.Ok);
  });
});

describe("an argument that is not a size", () => {
  const verbs = ["configure", "pods", "reclaimed", "admit", "explain", "restore", "thaw"] as const;

  function readyFor(verb: string): Core {
    const core = new Core();
    const fs = { availableBytes: 1, capacityBytes: 99 };
    const disk = { node: { fs, runtime: { imageFs: fs } } };
    core.exports.configure(core.write({}));
    core.exports.observe(core.write(verb === "reclaimed" ? disk : SUMMARY), NOW);
    return core;
  }

  test.each(verbs)("is refused by %s as what it is", (verb) => {
    const core = readyFor(verb);
    expect(core.exports[verb](-7)).toBe(Status.InvalidArgument);
    expect(core.error()).toMatchObject({
      status: Status.InvalidArgument,
      reason: expect.stringMatching(/^a size below zero/),
    });
    expect(core.exports[verb](2 ** 31 - 1)).toBe(Status.InputTooLarge);
  });

  test("is refused by observe, which keeps the Summary before", () => {
    const core = readyFor("observe");
    for (const size of [-3, -(2 ** 31), 2 ** 31 - 1]) {
      expect(core.exports.observe(size, NOW)).toBeLessThan(0);
      expect(core.exports.observe(AGAIN, NOW)).toBe(0);
    }
  });

  test("is AGAIN to reclaimed: nothing was reclaimed, and the disk is as full as before", () => {
    const [again, same] = [readyFor("reclaimed"), readyFor("reclaimed")];
    const fs = { availableBytes: 1, capacityBytes: 99 };
    const disk = { node: { fs, runtime: { imageFs: fs } } };
    expect(again.exports.reclaimed(AGAIN)).toBe(0);
    expect(same.exports.reclaimed(same.write(disk))).toBe(0);
    expect(again.reported(2)).toBe(same.reported(2));
    expect(again.exports.reclaimed(AGAIN)).toBe(Status.OutOfOrder);
  });
});

describe("an empty document", () => {
  test.each(["configure", "pods", "observe", "reclaimed", "admit", "explain"] as const)(
    "is refused by %s as one",
    (verb) => {
      const core = new Core();
      const fs = { availableBytes: 1, capacityBytes: 99 };
      core.exports.configure(core.write({}));
      core.exports.observe(core.write({ node: { fs, runtime: { imageFs: fs } } }), NOW);
      const { exports } = core;
      expect(verb === "observe" ? exports.observe(0, NOW) : exports[verb](0)).toBe(
        Status.InvalidJson,
      );
      expect(core.error()).toMatchObject({
        status: Status.InvalidJson,
        path: "$",
        offset: 0,
        reason: expect.stringMatching(/^the document is empty/),
      });
    },
  );

  test("is neither a state nor a snapshot", () => {
    const core = new Core();
    core.exports.configure(core.write({}));
    expect(core.exports.restore(0)).toBe(Status.InvalidState);
    expect(core.exports.thaw(0)).toBe(Status.InvalidSnapshot);
  });
});

test("a detail or a part that there is not is refused", () => {
  const core = new Core();
  core.exports.configure(core.write({}));
  for (const detail of [3, -1, 2 ** 31 - 1]) {
    expect(core.exports.report(detail)).toBe(Status.InvalidArgument);
    expect(core.error()).toMatchObject({ reason: "no such detail; use 0, 1 or 2" });
  }
  for (const part of [2, -1]) {
    expect(core.exports.freeze(part)).toBe(Status.InvalidArgument);
    expect(core.error()).toMatchObject({ reason: expect.stringMatching(/^no such part/) });
  }
  expect(core.exports.report(0)).toBeGreaterThan(0);
});
