/** Documents for sequences: small, of every kind, and those of an earlier tenant. */
import { configuration, type Json, pod, podList, podRef, summary } from "../generate.ts";
import { Random } from "../random.ts";

/** Stands in every text of the earlier tenant, and in none of the later one. */
export const CANARY = "canary";

const DOCUMENTS = 48;
const CANARIES = 24;

export interface Supply {
  readonly configurations: readonly Buffer[];
  /** One that is always accepted: those above are refused now and then. */
  readonly plain: Buffer;
  readonly podLists: readonly Buffer[];
  readonly summaries: readonly Buffer[];
  readonly singlePods: readonly Buffer[];
  readonly queries: readonly Buffer[];
  readonly canaries: {
    readonly configuration: Buffer;
    readonly podLists: readonly Buffer[];
    readonly summary: Buffer;
  };
}

export function supplyOf(seed: number): Supply {
  const random = new Random(seed, -2);
  const make = (document: (index: number) => Json) =>
    Array.from({ length: DOCUMENTS }, (_, index) => Buffer.from(JSON.stringify(document(index))));
  return {
    configurations: make((index) => withOptions(configuration(random), random, index)),
    plain: Buffer.from('{"plimsoll":{"whatIf":true}}'),
    podLists: make(() => podList(random)),
    summaries: make(() => summary(random)),
    singlePods: make((index) => pod(random, index % 4)),
    queries: make((index) => podRef(index % 5)),
    canaries: canaries(),
  };
}

/** Every other configuration is a what-if, and most are met by most Summaries. */
function withOptions(configuration: Json, random: Random, index: number): Json {
  const members = configuration as { readonly plimsoll?: object };
  const evictionHard = { "memory.available": "90%", "nodefs.available": "80%" };
  const met = random.oneIn(4) ? {} : { evictionHard };
  const plimsoll = { ...members.plimsoll, whatIf: index % 2 === 0 };
  return { ...members, ...met, plimsoll } as Json;
}

function canaries(): Supply["canaries"] {
  const name = (what: string, index: number) => `${CANARY}-${what}-${index}-of-the-first-tenant`;
  const each = <T>(item: (index: number) => T) =>
    Array.from({ length: CANARIES }, (_, index) => item(index));
  const items = each((index) => ({
    metadata: { namespace: name("ns", 0), name: name("pod", index), uid: name("uid", index) },
    spec: {
      containers: [
        { name: name("container", index), resources: { requests: { memory: "1.5Mi" } } },
      ],
      volumes: [{ name: name("volume", index), emptyDir: { sizeLimit: "1Gi" } }],
    },
  }));
  const stats = each((index) => ({
    podRef: { uid: name("uid", index) },
    memory: { workingSetBytes: 2 ** 32 },
    containers: [{ name: name("ephemeral", index) }],
    volume: [{ name: name("unknown", index), usedBytes: 1 }],
  }));
  const list = Buffer.from(JSON.stringify({ items }));
  return {
    configuration: Buffer.from(
      JSON.stringify({
        evictionHard: { "memory.available": "100Gi" },
        [name("evictionMember", 0)]: 1,
      }),
    ),
    // One for each half of the texts.
    podLists: [list, list],
    summary: Buffer.from(
      JSON.stringify({ node: { memory: { availableBytes: 1, workingSetBytes: 9 } }, pods: stats }),
    ),
  };
}
