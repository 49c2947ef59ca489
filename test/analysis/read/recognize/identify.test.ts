import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BEGINNING_BYTES } from "../../../../analysis/read/recognize/beginning.ts";
import { SCENARIO_MEMBERS } from "../../../../analysis/read/recognize/documents.ts";
import { identify } from "../../../../analysis/read/recognize/identify.ts";
import { decode, encode } from "../../chunks.ts";

const POD = '{"kind":"Pod","metadata":{"name":"a"}}';
const FORBIDDEN =
  '{"kind":"Status","code":403,"reason":"Forbidden","message":"pods is forbidden: User \\"u\\""}';
const TABLE = "NAMESPACE   NAME    READY   STATUS\nshop        cart    1/1     Running\n";

/** A text with a comment of such a length before it that it is cut so many bytes after its item. */
function cutAt(head: string, item: string, bytes: number): Uint8Array {
  const before = `${head}${item.repeat(20)}`;
  const padding = BEGINNING_BYTES - encode(before).length - bytes - 3;
  const text = encode(`# ${"x".repeat(padding)}\n${before}${item}`);
  return text.subarray(0, BEGINNING_BYTES);
}

describe("a document that is cut to recognize it", () => {
  const item = '- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: "ü\n      b"\n';
  const every = [...encode(item).keys()];

  it.each([
    ["List", item],
    ["List", item.replace(/^/gm, "  ").trimEnd().concat("\n")],
  ])("is what its whole part is, wherever it is cut (%s of %j)", (kind, each) => {
    const head = `apiVersion: v1\nkind: ${kind}\nitems:\n`;
    for (const bytes of every) {
      expect([bytes, identify(cutAt(head, each, bytes)).words]).toEqual([bytes, "a List of pods"]);
    }
  });

  it("is one of several, and may end within a long text", () => {
    const text = 'kind: Deployment\nmetadata:\n  name: "a\n    b"\n---\n';
    for (const bytes of encode(text).keys()) {
      expect(identify(cutAt("", text, bytes)).words).toMatch(/^a List with Deployment/);
    }
    const long = encode(`kind: ConfigMap\ndata:\n  a: "${"b\n    ".repeat(2 ** 16)}"\n`);
    expect(identify(long.subarray(0, BEGINNING_BYTES)).words).toBe("a ConfigMap");
  });

  it("has the error that it has before the cut", () => {
    const found = identify(cutAt("kind: List\nitems:\n- a: 1\n b: 2\n", item, 3));
    expect(found.words).toMatch(/^YAML with an error \(line 5, column /);
  });
});

describe("a document", () => {
  it.each([
    ['{"node":{"nodeName":"n"},"pods":[]}', "Summary", "a stats Summary"],
    [' {"kind":"PodList","items":[]}\n', "PodList", "a PodList"],
    ['{"items":[]}', "PodList", "a PodList"],
    [`{"kind":"List","items":[${POD}]}`, "PodList", "a List of pods"],
    [POD, "PodList", "a Pod"],
    ['{"kind":"List","items":[{"kind":"Service"},{}]}', "other", "a List with Service, objects of"],
    ['{"kind":"NodeList","items":[]}', "other", "a NodeList"],
    [FORBIDDEN, "Status", 'a Status (403 Forbidden: pods is forbidden: User "u")'],
    ['{"kind":"Status"}', "Status", "a Status"],
    ['{"plimsoll":"capture/1"}', "capture", "a capture"],
    ['{"time":"2026-11-20T10:00:00Z","summary":{}}', "capture", "a record of a capture"],
    ['{"log":"started","time":"2026-11-20T10:00:00Z"}', "other", "an object with log, time"],
    ['{"kind":"EventList","items":[]}', "other", "an EventList"],
    ['{"kind":"AdmissionReview","request":{}}', "other", "an AdmissionReview"],
    ['{"kubeletconfig":{}}', "configuration", "a kubelet configuration"],
    ['{"a":1,"b":[2],"c":{}}', "other", "an object with a, b, c"],
    ["{}", "other", "an empty object"],
    ['{"pods":[{"podRef":{"name":"a"}}]}', "other", "a stats Summary without its member node"],
    ["[1]", "other", "a JSON array"],
    [
      "[root@worker-2 ~]# kubectl get pods",
      "other",
      'a text that begins with "[root@worker-2 ~]# kubectl get pods"',
    ],
    ['{"items":[', "other", "truncated JSON"],
    ['{"items" 1}', "other", "invalid JSON (no ':' at byte 9)"],
    ["", "other", "empty"],
    [" \n\t", "other", "empty"],
    ["hello\nworld", "other", 'a text that begins with "hello"'],
    [TABLE, "other", "the table that kubectl prints without --output"],
    ["NAME   READY   STATUS\n", "other", "the table that kubectl prints without --output"],
    [
      "No resources found in default namespace.",
      "other",
      "kubectl's message that it found nothing",
    ],
    ["kind: PodList\nitems: [", "other", "YAML with an error (line 2, column 9: "],
    ["kind: Deployment\n", "other", "a Deployment"],
  ])("%j is %s: %s", (text, kind, words) => {
    const found = identify(encode(text));
    expect(found.kind).toBe(kind);
    expect(found.words.slice(0, words.length)).toBe(words);
  });

  it("that is JSON in UTF-8 is handed on as it is", () => {
    const bytes = encode('{"node":{"fs":{"inodesFree":18446744073709551615}}}');
    expect(identify(bytes).json).toBe(bytes);
  });

  it.each([
    ["utf16le" as const, [0xff, 0xfe]],
    ["utf16le" as const, []],
  ])("is read in UTF-16, as PowerShell writes it (%s, mark %j)", (encoding, mark) => {
    const bytes = Buffer.concat([Buffer.from(mark), Buffer.from('{"items":[]}', encoding)]);
    const found = identify(bytes);
    expect([found.kind, decode(found.json)]).toEqual(["PodList", '{"items":[]}']);
  });

  it("is read with a byte order mark, in either order of bytes", () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), encode('{"items":[]}')]);
    expect(identify(marked).kind).toBe("PodList");
    const swapped = Buffer.from('\ufeff{"items":[]}', "utf16le").swap16();
    expect(identify(swapped).kind).toBe("PodList");
  });

  it("that is YAML becomes JSON, and several pods a list", () => {
    const list = identify(
      encode("apiVersion: v1\nitems:\n- kind: Pod\n  spec: {x: 1}\nkind: List\n"),
    );
    expect(JSON.parse(decode(list.json) ?? "").items).toEqual([{ kind: "Pod", spec: { x: 1 } }]);
    const pods = identify(encode("kind: Pod\nmetadata: {name: a}\n---\nkind: Pod\n"));
    expect(JSON.parse(decode(pods.json) ?? "").items).toHaveLength(2);
  });

  it("that is one Pod becomes a list of it, byte for byte", () => {
    expect(decode(identify(encode(POD)).json)).toContain(`"items":[${POD}]`);
  });

  it("that is a million empty lines is looked through once", { tags: "long" }, () => {
    const found = identify(encode(`a${"\n".repeat(1_000_000)}`));
    expect(found.words).toBe('a text that begins with "a"');
    const pods = `apiVersion: v1${"\n".repeat(1_000_000)}kind: Pod\n`;
    expect(identify(encode(pods)).kind).toBe("PodList");
  });

  it("of no text at all is said to be none", () => {
    expect(identify(Uint8Array.of(0x61, 0xe9, 0x3a)).words).toBe("not text in UTF-8 or UTF-16");
  });
});

describe("what kubectl printed one after the other", () => {
  const list = (kind: string, name: string) =>
    `{\n "kind": "${kind}List",\n "items": [\n {"metadata": {"name": "${name}"}}]\n}\n`;
  const [nodes, pods] = [list("Node", "n"), list("Pod", "a")];
  const place = "container app of pod shop/a";
  const log = `==== START logs for ${place} ====\n{"n": [\n==== END logs for ${place} ====\n`;
  const prompt = "me@control-1:~$ ";
  const address = "CoreDNS is running at https://192.0.2.1:6443/api/v1/proxy\n";
  const asked = `${prompt}kubectl cluster-info\n${address}\n`;
  const inTerminal = `${asked}${prompt}kubectl cluster-info dump\n`;

  it.each([
    ["documents of JSON", nodes + pods],
    ["a dump with logs of containers", nodes + pods + log],
    ["a dump in a terminal", `${inTerminal}${nodes}${pods}${log}${prompt}\n`],
  ])("is one list of objects, each with its kind: %s", (_, text) => {
    const found = identify(encode(text));
    expect(found.words).toBe("a List with Node");
    expect(JSON.parse(decode(found.json) ?? "").items).toEqual([
      { kind: "Node", metadata: { name: "n" } },
      { kind: "Pod", metadata: { name: "a" } },
    ]);
  });

  it("may be one document behind a command", () => {
    expect(identify(encode(`${prompt}kubectl get pods -o json\n${pods}`)).kind).toBe("PodList");
  });

  it.each([
    ["something else is between them", `${nodes}and\n${pods}`, /^invalid JSON/],
    ["a terminal has more than them", `${prompt}kubectl get\n${nodes}and\n`, /^a text that begins/],
    ["one is cut", nodes + pods.slice(0, 40), /^invalid JSON/],
    ["they do not say what they are", '{"a":1}\n{"a":2}\n', /^invalid JSON/],
  ])("is not a list where %s", (_, text, words) => {
    expect(identify(encode(text)).words).toMatch(words);
  });
});

const ROOT = new URL("../../../../", import.meta.url);
const PAGE = readFileSync(new URL("docs/reference/simulator.md", ROOT), "utf8");
const [, DOCUMENTED = ""] = /```yaml\n(.*?)```/s.exec(PAGE) ?? [];

describe("a scenario", () => {
  it.each([
    ["that is documented", DOCUMENTED],
    ["whose configuration has no kind", "until: 6h\nkubelet: {evictionHard: {}}\nworkloads: []\n"],
    ["that only changes the cluster", "changes:\n  - {at: 30m, disconnect: worker-2}\n"],
    ["that only configures a node", "seed: 7\nnodes: # one\n- name: a\n  kubelet: {}\n"],
    ["of workloads alone", "workloads:\r\n- owner: {}\r\n"],
    ["in JSON", '{"until":"6h","kubelet":{"evictionHard":{}}}'],
    ["with a misspelled member", "workloads: []\nchangs: []\nseed: 1\n"],
  ])("%s is recognized", (_, text) => {
    expect(identify(encode(text)).words).toBe("a scenario");
  });

  it("has the members of the schema", () => {
    const schema = readFileSync(new URL("schemas/scenario-1.schema.json", ROOT), "utf8");
    expect(SCENARIO_MEMBERS).toEqual(Object.keys(JSON.parse(schema).properties));
  });

  it.each(["kubelet: E0711 eviction manager: attempting to reclaim\n", "nodes: 3\nuntil: now\n"])(
    "is not a text that has such a word: %j",
    (text) => {
      expect(identify(encode(text)).words).toMatch(/^a text that begins with/);
    },
  );
});
