import { beforeAll, describe, expect, it } from "vitest";
import { EvictionEngine, type NodePods } from "../../../../analysis/engine/evictionEngine.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import {
  leftOutWords,
  nodeNameOfSummary,
  podsOfNode as podsOfNodeIn,
} from "../../../../analysis/read/objects/nodePods.ts";
import { OneNode } from "../../../../analysis/read/objects/oneNode.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import { decode, encode } from "../../chunks.ts";

let engine: EvictionEngine;
beforeAll(async () => {
  engine = new EvictionEngine(await loadModule("eviction"));
});

function podsOfNode(list: Uint8Array, node: string): NodePods {
  return podsOfNodeIn(engine, list, node);
}

interface PodFacts {
  readonly node?: string;
  readonly source?: string;
}

function pod(name: string, { node, source }: PodFacts = {}): object {
  return {
    metadata: {
      name,
      ...(source === undefined ? {} : { annotations: { "kubernetes.io/config.source": source } }),
    },
    spec: { ...(node === undefined ? {} : { nodeName: node }) },
  };
}

function list(...pods: readonly object[]): Uint8Array {
  return encode(JSON.stringify({ kind: "PodList", items: pods }, null, 1));
}

function namesOf(pods: Uint8Array | undefined): string[] {
  const { items } = JSON.parse(decode(pods) ?? "{}");
  return items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}

describe("the pods of one node", () => {
  it("are those whose spec names it, and the others are counted", () => {
    const given = list(
      pod("a", { node: "n1" }),
      pod("b", { node: "n2" }),
      pod("c", { node: "n1" }),
      pod("d", { node: "n3" }),
      pod("e"),
    );
    const found = podsOfNode(given, "n1");
    expect(namesOf(found.pods)).toEqual(["a", "c"]);
    expect(found).toMatchObject({
      leftOut: { otherNodes: 2, unscheduled: 1 },
      count: 2,
      otherNodes: ["n2", "n3"],
    });
  });

  it("keep static pods, which the kubelet starts whatever their spec says", () => {
    const given = list(
      pod("static", { source: "file" }),
      pod("mirror", { source: "file", node: "n2" }),
      pod("pending", { source: "api" }),
      pod("own", { node: "n1" }),
    );
    expect(namesOf(podsOfNode(given, "n1").pods)).toEqual(["static", "own"]);
  });

  it.each([
    ["no pod names a node", list(pod("a"), pod("b"))],
    ["all pods are its own", list(pod("a", { node: "n1" }))],
    ["it is empty", list()],
    ["it is not JSON", encode("{")],
    ["its items are not a list", encode('{"items":{"spec":{"nodeName":"n2"}}}')],
    [
      "it is a list of something else with node names",
      encode('{"kind":"VolumeAttachmentList","items":[{"spec":{"nodeName":"n2"}}]}'),
    ],
    ["its items are not pods", encode('{"items":[1,null,"nodeName"]}')],
    ...["1", '"a"', "[]", "{x}", '{"spec":{"nodeName":"\\x"}}', '{"spec":{"nodeName":"n2"'].map(
      (wrong): [string, Uint8Array] => [
        `it has ${wrong} among pods, which the engine refuses`,
        encode(`{"items":[{"spec":{"nodeName":"n1"}},${wrong},{"spec":{"nodeName":"n2"}}]}`),
      ],
    ),
  ])("are the whole list, byte for byte, when %s", (_title, given) => {
    expect(podsOfNode(given, "n1").pods).toBe(given);
  });

  it("are refused when the names of the other nodes do not fit an answer", () => {
    const name = "n".repeat(2 ** 20);
    const given = list(pod("a", { node: "n1" }), ...Array(13).fill(pod("b", { node: name })));
    expect(() => podsOfNode(given, "n1")).toThrow("OutputTooLarge: the answer does not fit");
  });

  it("are refused for a name that no node has, rather than all taken for its own", () => {
    const given = list(pod("a", { node: "n1" }), pod("b", { node: "n2" }));
    expect(() => podsOfNode(given, " n1")).toThrow("does not begin with white space");
  });

  it("are the null pods too, when nothing names a node, as Go reads them", () => {
    const given = encode(
      '{"items":[null,{"spec":{"nodeName":"n1"}},{"spec":null},{"metadata":null}]}',
    );
    expect(podsOfNode(given, "n1")).toMatchObject({
      count: 1,
      leftOut: { otherNodes: 0, unscheduled: 3 },
    });
  });

  const LABELED = ',"labels":{"nodeName":"n1"}';

  /** With what every pod has, so that a list of such pods alone is not walked. */
  const written = (name: string, spec: string, metadata = "") =>
    `{"metadata":{"name":"${name}"${metadata}},"spec":{"containers":[]${spec}}}`;
  const OWN = written("own", ',"nodeName": "n1"');

  it.each([
    ["of another node", [written("b", ',"nodeName":"n2"')], ["own"]],
    ["not scheduled", [written("b", "")], ["own"]],
    ["with an empty name of a node", [written("b", ',"nodeName":""')], ["own"]],
    ["of a node whose name has escapes", [written("b", ',"nodeName":"n\\u0031"')], ["own", "b"]],
    ["of a node under an escaped name", [written("b", ',"node\\u004eame":"n2"')], ["own"]],
    [
      "that is not scheduled, with a label that names a node",
      [`${written("b", "", LABELED).slice(0, -1)},"status":{"phase":"Pending"}}`],
      ["own"],
    ],
    [
      "with its configuration in an annotation",
      [written("b", ',"nodeName":"n1"', ',"annotations":{"last":"{\\"nodeName\\":\\"n2\\"}"}')],
      ["own", "b"],
    ],
  ])("are found next to a pod %s", (_title, others, expected) => {
    const { pods } = podsOfNode(encode(`{"items":[${[OWN, ...others].join(",")}]}`), "n1");
    expect(namesOf(pods)).toEqual(expected);
  });

  it.each([
    [{ otherNodes: 0, unscheduled: 0 }, null],
    [{ otherNodes: 1, unscheduled: 0 }, "1 pod of other nodes is left out"],
    [
      { otherNodes: 12, unscheduled: 1 },
      "12 pods of other nodes and 1 not scheduled yet are left out",
    ],
    [{ otherNodes: 0, unscheduled: 2 }, "2 not scheduled yet are left out"],
  ])("are described in words: %j", (leftOut, words) => {
    expect(leftOutWords(leftOut)).toBe(words);
  });
});

describe("the node of a Summary", () => {
  it.each([
    ['{"node":{"nodeName":"n1"}}', "n1"],
    [' {\n "node" : {\n "nodeName" : "n1", "fs":{}}}', "n1"],
    ['{"pods":[{"nodeName":"x"}],"node":{"fs":{},"nodeName":"n1"}}', "n1"],
    ['{"node":{"nodeName":"a\\u002db"}}', "a-b"],
    ['{"node":{"nodeName":""}}', null],
    ['{"node":{"nodeName":7}}', null],
    ['{"node":{}}', null],
    ["{", null],
    ["", null],
  ])("%s is %s", (text, node) => {
    expect(nodeNameOfSummary(encode(text))).toBe(node);
  });
});

describe("the records of a capture", () => {
  it("say why a list is refused, and leave the one before in force", () => {
    const given = record(" n1", list(pod("a", { node: "n1" }), pod("b", { node: "n2" })));
    const { record: taken, problems } = new OneNode().take(engine, given);
    expect(taken.pods).toBeUndefined();
    expect(problems).toMatchObject([
      {
        document: "PodList",
        sentence:
          "PodList: the name of a node does not begin with white space; " +
          "give it as spec.nodeName has it.",
      },
    ]);
  });

  const record = (node: string | null, pods?: Uint8Array): CaptureRecord => ({
    time: 0n,
    line: 2,
    others: new Map(),
    summary: node === null ? null : encode(JSON.stringify({ node: { nodeName: node } })),
    ...(pods === undefined ? {} : { pods }),
  });

  it("have no Summary and no pods of another node than the first", () => {
    const node = new OneNode();
    expect(node.take(engine, record("n1")).problems).toEqual([]);
    const { record: held, problems } = node.take(
      engine,
      record("n2", list(pod("a", { node: "n2" }))),
    );
    const sentence = "The Summary is from node n2, and the previous ones are from node n1.";
    expect(held).toMatchObject({ summary: null, summaryError: sentence });
    expect(held.pods).toBeUndefined();
    expect(problems).toEqual([{ document: "Summary", sentence, isOfOtherNode: true }]);
  });

  it("have no list in which no pod is the node's", () => {
    const pods = list(...["n2", "n3", "n4", "n5"].map((node) => pod("a", { node })));
    const { record: held, problems } = new OneNode().take(engine, record("n1", pods));
    expect(held.pods).toBeUndefined();
    expect(problems[0]?.sentence).toMatch(
      /^The list has pods of nodes n2, n3, n4 and 1 more and none of node n1, which the Summary/,
    );
  });

  it("have the pods of a list that came before its Summary", () => {
    const node = new OneNode();
    const pods = list(pod("a", { node: "n1" }), pod("b", { node: "n2" }));
    expect(namesOf(node.take(engine, record(null, pods)).record.pods)).toEqual(["a", "b"]);
    expect(namesOf(node.take(engine, record("n1")).record.pods)).toEqual(["a"]);
    expect(node.take(engine, record("n1")).record.pods).toBeUndefined();
    expect(node.leftOut).toEqual({ otherNodes: 1, unscheduled: 0 });
  });

  const NAMELESS = { ...record(null), summary: encode('{"node":{}}') };

  it("have no pods of several nodes while no Summary has named theirs", () => {
    const pods = list(pod("a", { node: "n1" }), pod("b", { node: "n2" }));
    const node = new OneNode();
    const { record: held, problems } = node.take(engine, { ...NAMELESS, pods });
    expect(namesOf(held.pods)).toEqual([]);
    const sentence =
      "The list has pods of nodes n1, n2, and the Summary names no node; " +
      "give the pods of one node, or a Summary with its node.nodeName.";
    expect(problems).toEqual([{ document: "PodList", sentence, isOfOtherNode: true }]);
    // The list came before the Summary.
    const later = new OneNode();
    later.take(engine, record(null, pods));
    expect(later.take(engine, NAMELESS).problems).toEqual(problems);
    expect(namesOf(later.take(engine, record("n2")).record.pods)).toEqual(["b"]);
  });

  it("have the pods of the one node of a list, whatever the Summary says", () => {
    const pods = list(pod("a", { node: "n1" }), pod("b"));
    const { record: held, problems } = new OneNode().take(engine, { ...NAMELESS, pods });
    expect(namesOf(held.pods)).toEqual(["a", "b"]);
    expect(problems).toEqual([]);
  });
});
