import { describe, expect, it } from "vitest";
import { readChange } from "../../../../analysis/questions/change/change.ts";
import { ChangedDocuments } from "../../../../analysis/questions/change/changedObjects.ts";
import { decode, encode } from "../../chunks.ts";

const node = (name: string, spec: object = {}) => ({
  kind: "Node",
  metadata: { name, labels: { "kubernetes.io/hostname": name, zone: "a" } },
  spec,
});
const container = (name: string, requests: object) => ({ name, resources: { requests } });
const pod = (name: string, spec: object = {}) => ({
  kind: "Pod",
  metadata: { namespace: "shop", name },
  spec,
});

/** What changes make of objects in one document. */
function changed(texts: readonly string[], objects: readonly object[], list?: string) {
  const documents = new ChangedDocuments(texts.map(readChange));
  const whole = list === undefined ? objects : [{ kind: list, items: objects }];
  const document = encode(whole.map((each) => JSON.stringify(each)).join("\n"));
  const text = decode(documents.changed(document)) ?? "";
  const values = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return {
    objects: list === undefined ? values : values[0].items,
    unfound: documents.unfound.map((each) => each.text),
  };
}

const UNSCHEDULABLE = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
const DB = { key: "dedicated", value: "db", effect: "NoSchedule" };

describe("a change", () => {
  it.each<[string, object, readonly object[]]>([
    ["cordon a", node("a"), [node("a", { unschedulable: true, taints: [UNSCHEDULABLE] })]],
    ["cordon node/a", node("a"), [node("a", { unschedulable: true, taints: [UNSCHEDULABLE] })]],
    [
      "uncordon a",
      node("a", { unschedulable: true, taints: [DB, UNSCHEDULABLE] }),
      [node("a", { taints: [DB] })],
    ],
    ["taint node/a dedicated=db:NoSchedule", node("a"), [node("a", { taints: [DB] })]],
    [
      "taint nodes/a dedicated=web:NoSchedule",
      node("a", { taints: [DB] }),
      [node("a", { taints: [{ ...DB, value: "web" }] })],
    ],
    ["taint node/a dedicated-", node("a", { taints: [DB] }), [node("a", { taints: [] })]],
    [
      "taint node/a dedicated:NoExecute-",
      node("a", { taints: [DB] }),
      [node("a", { taints: [DB] })],
    ],
    ["delete node/a", node("a"), []],
    ["delete pod/shop/cart", pod("cart"), []],
    ["delete pod/shop/cart-*", pod("cart-1"), []],
    ["delete pod/shop/cart-*", pod("shoes-1"), [pod("shoes-1")]],
    ["delete pod/other/cart", pod("cart"), [pod("cart")]],
    [
      "tolerate pod/shop/cart dedicated=db:NoSchedule",
      pod("cart", { tolerations: [{ operator: "Exists" }] }),
      [
        pod("cart", {
          tolerations: [
            { operator: "Exists" },
            { key: "dedicated", operator: "Equal", value: "db", effect: "NoSchedule" },
          ],
        }),
      ],
    ],
    [
      "tolerate pod/shop/cart dedicated",
      pod("cart"),
      [pod("cart", { tolerations: [{ key: "dedicated", operator: "Exists" }] })],
    ],
    [
      "set resources pod/shop/cart --requests=cpu=500m,memory=1Gi",
      pod("cart", { containers: [container("a", { cpu: "2" }), container("b", {})] }),
      [
        pod("cart", {
          containers: ["a", "b"].map((name) => container(name, { cpu: "500m", memory: "1Gi" })),
        }),
      ],
    ],
    [
      "set resources pod/shop/cart -c b --requests=cpu=1",
      pod("cart", { containers: [container("a", { cpu: "2" }), container("b", {})] }),
      [pod("cart", { containers: [container("a", { cpu: "2" }), container("b", { cpu: "1" })] })],
    ],
    [
      'patch node/a {"spec":{"unschedulable":null,"podCIDR":"10.0.0.0/24"}}',
      node("a", { unschedulable: true }),
      [node("a", { podCIDR: "10.0.0.0/24" })],
    ],
  ])("%s", (text, before, after) => {
    expect(changed([text], [before]).objects).toEqual(after);
  });

  it("sets and removes labels", () => {
    const { objects } = changed(["label node/a zone=b disk=ssd"], [node("a")]);
    expect(objects[0].metadata.labels).toMatchObject({ zone: "b", disk: "ssd" });
    const labels = changed(["label node/a zone-"], [node("a")]).objects[0].metadata.labels;
    expect(labels).toEqual({ "kubernetes.io/hostname": "a" });
  });

  it("copies a node, each with a name and a host name of its own", () => {
    const { objects } = changed(["copy node/a 2"], [node("a"), node("b")]);
    const names = objects.map(({ metadata }: ReturnType<typeof node>) => [
      metadata.name,
      metadata.labels["kubernetes.io/hostname"],
    ]);
    expect(names).toEqual([
      ["a", "a"],
      ["a-copy-1", "a-copy-1"],
      ["a-copy-2", "a-copy-2"],
      ["b", "b"],
    ]);
  });

  it("is made in lists, typed ones among them, and beside other changes", () => {
    const items = [node("a"), node("b"), node("c")].map(({ kind: _, ...rest }) => rest);
    const { objects, unfound } = changed(["delete node/b", "cordon c"], items, "NodeList");
    expect(objects.map((each: { metadata: object }) => each.metadata)).toMatchObject([
      { name: "a" },
      { name: "c" },
    ]);
    expect(objects[1].spec.unschedulable).toBe(true);
    expect(unfound).toEqual([]);
  });

  it("leaves the bytes of what it is not about", () => {
    const text = '{"kind":"List","items":[{"kind":"Node","metadata":{"name":"a"},"n":1.50}]}';
    const documents = new ChangedDocuments([readChange("delete node/b")]);
    expect(decode(documents.changed(encode(text)))).toBe(text);
    const mentioning = text.replace("1.50", '9007199254740993,"x":"b"');
    expect(decode(documents.changed(encode(mentioning)))).toContain("9007199254740993");
  });

  it("is said to be about nothing when no object has its name", () => {
    expect(changed(["cordon b", "cordon a"], [node("a")]).unfound).toEqual(["cordon b"]);
  });

  it.each(["", "{", '{"kind":"Node","metadata":{"name":"a"}', "[]", '{"items":3,"x":"a"}', "a"])(
    "leaves to the module what is not a document: %s",
    (text) => {
      const documents = new ChangedDocuments([readChange("delete node/a")]);
      expect(decode(documents.changed(encode(text)))).toBe(text);
    },
  );
});

describe("a change that is not understood", () => {
  it.each([
    ["drain a", "changes begin with cordon, uncordon, taint"],
    ["toString a", "changes begin with"],
    ["cordon", "it names no object; write cordon NODE"],
    ["cordon pod/shop/a", "is not one of its objects"],
    ["cordon a b", '"b" is not understood'],
    ["taint node/a", "it does not say what changes"],
    ["taint node/a dedicated=db", "has no effect"],
    ["taint node/a dedicated=db:Never", 'the effect "Never" is not one of NoSchedule'],
    ["delete pod/cart", "does not say which pod of which namespace"],
    ["delete node/a/b", "does not say which node"],
    ["delete service/shop/a", "is not one of its objects"],
    ["delete node/A_B", "is not a name"],
    ["delete node/****", "is not a name"],
    ["label node/a zone", "is not a label"],
    ["set resources pod/shop/a", "it does not say what is requested"],
    ["set resources pod/shop/a --requests=cpu", '"cpu" is not an amount'],
    ["set resources pod/shop/a --limits=cpu=1", "is not understood"],
    ["copy node/a 0", "is not a number from 1 to"],
    ["copy node/a 1 2", "is not a number from 1 to"],
    ["patch node/a [1]", "is not an object of JSON"],
    ["patch node/a {", "is not an object of JSON"],
  ])("%s", (text, sentence) => {
    expect(() => readChange(text)).toThrow(sentence);
  });
});
