/** Written by tools/contract.mjs from contract/; change it there. */
export const MODULES = [
  {
    policy: "eviction",
    pages: 1126,
    bytes: 101376,
    brotli: 41984,
    verbs: [
      "admit",
      "configure",
      "explain",
      "freeze",
      "keep",
      "members",
      "observe",
      "pods",
      "podsOfNode",
      "reclaimed",
      "record",
      "reduce",
      "report",
      "restore",
      "save",
      "split",
      "splitFrom",
      "steps",
      "thaw"
    ],
    page: "first",
    library: ".",
    embedded: {
      go: "hosts/go",
      java: "hosts/java/src/main/java/dev/plimsoll",
      python: "hosts/python/plimsoll"
    },
    wasm: "dist/plimsoll-eviction.wasm",
    entries: [
      "assembly/base/surface.ts",
      "assembly/base/split/verbs.ts",
      "assembly/eviction/verbs.ts"
    ]
  },
  {
    policy: "oom",
    pages: 761,
    bytes: 94208,
    brotli: 36864,
    verbs: [
      "race",
      "report",
      "select"
    ],
    page: "late",
    wasm: "dist/plimsoll-oom.wasm",
    entries: [
      "assembly/base/surface.ts",
      "assembly/oom/verbs.ts"
    ]
  },
  {
    policy: "scheduler",
    pages: 593,
    pagesMax: 32768,
    bytes: 131072,
    brotli: 49152,
    allows: [
      "float",
      "growth"
    ],
    verbs: [
      "assume",
      "configure",
      "drain",
      "objects",
      "report",
      "schedule",
      "split",
      "splitFrom",
      "summary"
    ],
    page: "clusters",
    library: "./scheduler",
    wasm: "dist/plimsoll-scheduler.wasm",
    entries: [
      "assembly/base/surface.ts",
      "assembly/base/split/verbs.ts",
      "assembly/scheduler/verbs.ts"
    ]
  },
  {
    policy: "simulator",
    pages: 1142,
    pagesMax: 32768,
    objectsAt: 73793536,
    bytes: 211968,
    brotli: 80896,
    allows: [
      "float",
      "growth"
    ],
    verbs: [
      "configure",
      "objects",
      "report",
      "run",
      "scenario",
      "scheduling",
      "situation",
      "split",
      "splitFrom"
    ],
    page: "clusters",
    library: "./simulator",
    wasm: "dist/plimsoll-simulator.wasm",
    entries: [
      "assembly/base/surface.ts",
      "assembly/base/split/verbs.ts",
      "assembly/simulator/verbs.ts"
    ]
  },
  {
    policy: "admission",
    pages: 977,
    bytes: 94208,
    brotli: 36864,
    allows: [
      "float",
      "growth"
    ],
    verbs: [
      "admit",
      "configure",
      "memoryQos",
      "objects",
      "report",
      "split",
      "splitFrom"
    ],
    page: "late",
    wasm: "dist/plimsoll-admission.wasm",
    entries: [
      "assembly/base/surface.ts",
      "assembly/base/split/verbs.ts",
      "assembly/admission/verbs.ts"
    ]
  },
  {
    policy: "oomd",
    pages: 1617,
    bytes: 61440,
    brotli: 24576,
    verbs: [
      "configure",
      "observe",
      "report",
      "restore",
      "run",
      "save"
    ],
    page: "late",
    wasm: "dist/plimsoll-oomd.wasm",
    entries: [
      "assembly/base/surface.ts",
      "assembly/oomd/verbs.ts"
    ]
  }
];
