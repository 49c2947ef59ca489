import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { encode } from "../../chunks.ts";
import { objectsIn, read } from "./cutTexts.ts";

const pod = (name: string, kind: object = { kind: "Pod" }) => ({
  ...kind,
  metadata: { name, annotations: { text: "- no item\nitems:\n- nor this\n" } },
  spec: { containers: [{ name: "a", args: ["-c", "x: y"] }] },
});
const pods = Array.from({ length: 30 }, (_, index) => pod(`pod-${index}`));
/** More than is read at once. */
const many = Array.from({ length: 1_500 }, (_, index) => pod(`pod-${index}`));

describe("a text of objects", () => {
  const list = { apiVersion: "v1", items: pods, kind: "List", metadata: { resourceVersion: "" } };
  const json = JSON.stringify(list, null, 4);
  const flow = (value: object) => JSON.stringify(value).replace(/"(\w+)":/g, " $1: ");
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  const windows = pods
    .map((each) => stringify(each))
    .join("---\n")
    .replaceAll("\n", "\r\n");
  it.each<[string, string | Uint8Array, string]>([
    ["JSON", json, "JSON"],
    ["JSON with a byte order mark", `\ufeff${json}`, "JSON"],
    ["JSON in UTF-16, as PowerShell writes it", utf16(json), "JSON"],
    ["JSON in UTF-16 of the other order", Buffer.from(utf16(json)).swap16(), "JSON"],
    ["YAML", stringify(list), "YAML"],
    ["YAML with items that are indented", stringify(list, { indentSeq: true }), "YAML"],
    ["YAML with Windows' line ends", stringify(list).replaceAll("\n", "\r\n"), "YAML"],
    ["YAML of several documents", pods.map((each) => stringify(each)).join("---\n"), "YAML"],
    ["documents of YAML with Windows' line ends", windows, "YAML"],
    ["YAML in UTF-16", utf16(stringify(list)), "YAML"],
    ["JSON behind a directive of YAML", `---\n${json}`, "YAML"],
    [
      "JSON between marks of YAML",
      pods.map((each) => JSON.stringify(each)).join("\n---\n"),
      "YAML",
    ],
    [
      "JSON in the lines of marks",
      pods.map((each) => `--- ${JSON.stringify(each)}`).join("\n"),
      "YAML",
    ],
    ["flow maps in the lines of marks", pods.map((each) => `--- ${flow(each)}`).join("\n"), "YAML"],
    ["one flow map of YAML", flow(list), "YAML"],
    ["one flow map of YAML in many lines", stringify(list, { collectionStyle: "flow" }), "YAML"],
    ["flow maps of YAML", pods.map(flow).join("\n---\n"), "YAML"],
    ["a flow list of YAML", flow(pods), "YAML"],
    ["a flow map whose keys have quotes", json.replace(/"(List|Pod)"/g, "$1"), "YAML"],
  ])("may be %s", async (_, text, form) => {
    const { texts, facts } = await read(text);
    expect(objectsIn(texts)).toEqual(pods);
    expect(facts.form).toBe(form);
  });

  it("may have Windows' line ends behind a flow map that ends a document", async () => {
    const lines = ["kind: Namespace", "metadata: {name: a}", "---", "kind: Namespace", ""];
    const { texts } = await read(lines.join("\r\n"));
    const metadata = { name: "a" };
    expect(objectsIn(texts)).toEqual([{ kind: "Namespace", metadata }, { kind: "Namespace" }]);
  });

  it("may be YAML with texts that only other readers take for numbers", async () => {
    // `kubectl get --output yaml` prints both without quotes.
    const lines = [
      "kind: Node",
      "metadata:",
      "  labels: {family: e2}",
      "  managedFields:",
      "  - .: {}",
    ];
    const metadata = { labels: { family: "e2" }, managedFields: [{ ".": {} }] };
    expect(objectsIn((await read(lines.join("\n"))).texts)).toEqual([{ kind: "Node", metadata }]);
  });

  it("is empty when nothing is in it", async () => {
    for (const text of ["", " \n\n", "\ufeff"]) {
      expect(await read(text)).toMatchObject({ texts: [] });
    }
  });

  it.each([
    ["with dashes at the margin", { indentSeq: false }],
    ["with dashes that are indented", { indentSeq: true }],
  ])(
    "is cut at the items of a list when it is large YAML, %s",
    { tags: "long" },
    async (_, style) => {
      const text = stringify({ apiVersion: "v1", items: many, kind: "List" }, style);
      const { texts } = await read(text, {}, 100_000);
      expect(objectsIn(texts)).toEqual(many);
    },
  );

  it("is cut when its list says what it is behind the items", async () => {
    const items = many.map(({ metadata }) => pod(metadata.name, {}));
    const text = stringify({ apiVersion: "v1", items, kind: "PodList", metadata: {} });
    expect(objectsIn((await read(text, { partBytes: 10_000 }, 100_000)).texts)).toEqual(many);
  });

  it("has its documents read apart, large lists among them", { tags: "long" }, async () => {
    const text = [
      stringify({ kind: "List", items: many }),
      stringify(pods[0]),
      "==== START logs for container a of pod b/c ====\n- items:\n---\n\t: no YAML",
      "==== END logs for container a of pod b/c ====",
      stringify({ items: many, kind: "List" }),
    ].join("---\n");
    const { texts } = await read(text.replace("YAML---\n", "YAML"), {}, 100_000);
    expect(objectsIn(texts)).toEqual([...many, pods[0], ...many]);
  });

  it("is cut at dashes that have a line of their own", async () => {
    const text = stringify({ apiVersion: "v1", items: many, kind: "List" });
    const { texts } = await read(text.replaceAll(/^ {2}- /gm, "  -\n    "), {}, 100_000);
    expect(objectsIn(texts)).toEqual(many);
  });

  it("is not cut where its items are a map", async () => {
    const text = stringify({ kind: "Lists", items: { first: many.map(() => "Pod") } });
    const value = { kind: "Lists", items: { first: many.map(() => "Pod".padEnd(300, "x")) } };
    const long = text.replaceAll("Pod", "Pod".padEnd(300, "x"));
    expect(objectsIn((await read(long, {}, 100_000)).texts)).toEqual([value]);
  });

  it("is JSON also with a kind that is null", async () => {
    const values = [
      { kind: "Pod", spec: { kind: null } },
      { kind: "Pod", a: { kind: true } },
    ];
    const { texts, facts } = await read(values.map((each) => JSON.stringify(each)).join(""));
    expect(objectsIn(texts)).toEqual(values);
    expect(facts.form).toBe("JSON");
  });

  it("keeps the last of two equal keys in a map, and says so", async () => {
    const { texts, facts } = await read("kind: Pod\nmetadata:\n  name: a\n  name: b\n");
    expect(objectsIn(texts)).toEqual([{ kind: "Pod", metadata: { name: "b" } }]);
    expect(facts.notes).toEqual(["it.json:4:3: this key is written twice; the last one counts."]);
  });
});

describe("lists that are items of lists", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => pod(name));
  const untyped = ["e", "f"].map((name) => pod(name, {}));
  const list = (...items: readonly unknown[]) => ({ apiVersion: "v1", kind: "List", items });
  const typed = { kind: "PodList", apiVersion: "v1", items: untyped };
  const made = untyped.map((each) => ({ ...each, kind: "Pod" }));
  it.each<[string, object, readonly unknown[]]>([
    ["first", list(list(a, b), c), [a, b, c]],
    ["between objects", list(a, list(b, c), d), [a, b, c, d]],
    ["last, behind its like", list(list(a), list(b), c, list(d)), [a, b, c, d]],
    ["typed", list(a, typed, b), [a, ...made, b]],
    ["in several levels", list(list(list(a, list(b)), c), d), [a, b, c, d]],
    ["empty", list(list(), a, list(list())), [a]],
    ["in a list that does not say its kind", { items: [list(a), b] }, [a, b]],
    ["in an array", [list(a), b], [a, b]],
  ])("have their objects read in their order: %s", async (_, value, objects) => {
    for (const text of [JSON.stringify(value), stringify(value)]) {
      expect(objectsIn((await read(text)).texts)).toEqual(objects);
    }
  });

  it("have them read where they stand among other documents, and where a list is cut", async () => {
    const texts = [a, list(b, list(c)), d, list(list(a))].map((each) => JSON.stringify(each));
    expect(objectsIn((await read(texts.join("\n"))).texts)).toEqual([a, b, c, d, a]);
    const long = JSON.stringify(list(...pods, list(a, b), ...pods));
    const parts = await read(long, { partBytes: 500 });
    expect(objectsIn(parts.texts)).toEqual([...pods, a, b, ...pods]);
  });

  it("are no more than sixteen deep", async () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }).reduce((inner) => list(inner), a);
    expect(objectsIn((await read(JSON.stringify(nested(16)))).texts)).toEqual([a]);
    await expect(read(JSON.stringify(nested(17)))).rejects.toThrow(
      /^it.json: the list at byte \d+ is nested in 16 others; put its objects into one list\.$/,
    );
  });
});

describe("a text that is not one of objects", () => {
  const bomb = Array.from({ length: 9 }, (_, level) =>
    level === 0
      ? "a0: &a0 [x,x,x,x,x,x,x,x,x]"
      : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`,
  ).join("\n");
  const broken = stringify({ apiVersion: "v1", items: many, kind: "List" });
  const at = broken.indexOf("name: pod-1400");
  const line = broken.slice(0, at).split("\n").length;
  it.each<[string, string | Uint8Array, string]>([
    ["a table", "NAME   READY   STATUS\ncart   1/1   Running\n", "the table that kubectl prints"],
    ["nothing that was found", "No resources found\n", "kubectl's message that it found nothing"],
    ["an error of kubectl", "error: You must be logged in\n", 'begins with "error: You must'],
    ["gzip", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0), "compressed with gzip"],
    ["binary", Uint8Array.of(0xc3, 0x28, 0x80, 0x41), "not text in UTF-8 or UTF-16"],
    ["a log", "I1120 10:00:00.000000       1 main.go:1] started\n", 'begins with "I1120'],
    ["YAML that expands without end", `kind: List\n${bomb}\n`, "aliases"],
    ["YAML that nests without end", `kind: Pod\na: ${"[".repeat(100_000)}`, "levels"],
    ["YAML with a flaw", `${broken.slice(0, at)}: : ${broken.slice(at)}`, `it.json:${line}:`],
    ["YAML of one long text", `kind: Pod\na: |\n${" x\n".repeat(2_000_000)}`, "is not a list"],
    ["YAML that is cut off in a text", 'kind: Pod\na: "x', "it.json:2:"],
  ])("is refused when it is %s", async (_, text, sentence) => {
    await expect(read(text, {}, 50_000)).rejects.toThrow(sentence);
  });

  it("is refused in YAML with a NUL byte", async () => {
    await expect(read("kind: Pod\nmetadata:\n  name: a\0b\n")).rejects.toThrow();
  });

  it("keeps digits and texts as they are in JSON", async () => {
    const text = '{"kind":"Pod","priority":9007199254740993,"name":"\\u00e9"}';
    expect((await read(encode(text))).texts).toEqual([text]);
  });
});
