import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { create } from "tar";
import { afterAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { Status } from "../../../../assembly/abi.ts";
import { readObjects } from "../../../../hosts/cli/input/clusterObjects.ts";
import { Progress } from "../../../../hosts/cli/screen/progress.ts";
import type { Io } from "../../../../hosts/system/io.ts";
import { objectsIn, splitter } from "../../../analysis/read/objects/cutTexts.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-objects-"));
afterAll(() => rmSync(directory, { recursive: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>, folder = "."): string {
  const root = join(directory, folder);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  return root;
}

/** The objects of files, by kind and name, and what was said about them. */
async function read(
  paths: readonly string[],
  refuse?: (text: string) => EngineError | null,
  withOwners = false,
) {
  const texts: string[] = [];
  const notes: string[] = [];
  const output = {
    isTerminal: false,
    columns: 80,
    rows: 24,
    onResize: () => () => {},
    write: async () => {},
  };
  const io: Io = {
    stdout: output,
    stderr: output,
    environment: {},
    readStdin: async () => new Uint8Array(0),
    notice: async (_, sentence) => void notes.push(sentence),
  };
  const sink = {
    splitter,
    take(document: Uint8Array) {
      const text = new TextDecoder().decode(document);
      const refusal = refuse?.(text) ?? null;
      if (refusal !== null) throw refusal;
      texts.push(text);
    },
  };
  await readObjects(paths, { sink, withOwners, progress: new Progress(io), io });
  const objects = objectsIn(texts) as { kind: string; metadata: { name: string } }[];
  return { objects: objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`), notes };
}

const object = (kind: string, name: string) => ({ kind, metadata: { name } });
const list = (kind: string, ...names: readonly string[]) =>
  JSON.stringify({ kind: `${kind}List`, items: names.map((name) => ({ metadata: { name } })) });

const DUMP = {
  "nodes.json": list("Node", "worker-1", "worker-2"),
  "shop/pods.json": list("Pod", "cart-1"),
  "shop/services.json": list("Service", "cart"),
  "shop/replication-controllers.json": list("ReplicationController"),
  "shop/events.json": list("Event", "cart-1.17"),
  "shop/cart-1/logs.txt": "==== START logs",
};
const FOUND = ["Node worker-1", "Node worker-2", "Pod cart-1", "Service cart"];

describe("the objects of a cluster", () => {
  it("come from one file, gzip or not, and from several", async () => {
    const root = write({
      "all.json": JSON.stringify({ kind: "List", items: [object("Node", "a")] }),
      "more.yaml.gz": gzipSync(stringify(object("Pod", "b"))),
    });
    const paths = ["all.json", "more.yaml.gz"].map((name) => join(root, name));
    expect((await read(paths)).objects).toEqual(["Node a", "Pod b"]);
  });

  it.runIf(platform() === "linux")(
    "come from a folder in which a file has a name that is not UTF-8",
    async () => {
      const root = write({ "a.json": JSON.stringify(object("Node", "a")) }, "named");
      writeFileSync(Buffer.from(`${root}/bad\xff.json`, "latin1"), "{}");
      const { objects, notes } = await read([root]);
      expect(objects).toEqual(["Node a"]);
      expect(notes).toEqual([
        `${root}: bad\uFFFD.json has a name that is not UTF-8: rename it; the file is left out ` +
          "from there.",
      ]);
    },
  );

  it.skipIf(platform() === "win32")("come through a pipe, which is read once", async () => {
    const path = join(write({}, "pipes"), "pipe");
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
    const text = JSON.stringify({ kind: "List", items: [object("Node", "a".repeat(5_000))] });
    const [{ objects }] = await Promise.all([read([path]), writeFile(path, text)]);
    expect(objects).toEqual([`Node ${"a".repeat(5_000)}`]);
  });

  it("come from a folder of cluster-info dump, without its events and logs", async () => {
    expect((await read([write(DUMP, "dump")])).objects).toEqual(FOUND);
  });

  it("are those that make pods as well, for a cluster that is simulated", async () => {
    const root = write(DUMP, "owners");
    write({ "shop/deployments.json": list("Deployment", "cart") }, "owners");
    write({ "shop/daemonsets.json": list("DaemonSet", "agent") }, "owners");
    write({ "batch/jobs.yaml": stringify(object("Job", "report")) }, "owners");
    const made = ["Job report", "DaemonSet agent", "Deployment cart"];
    expect((await read([root])).objects.sort()).toEqual([...FOUND].sort());
    const { objects } = await read([root], undefined, true);
    expect(objects.sort()).toEqual([...FOUND, ...made].sort());
  });

  it("come from a folder without its flawed files, which are named", async () => {
    const flawed = {
      "a/pods.json": "",
      "b/pods.json": '{"kind":"PodList","items":[{"metadata":{"name":"whole"}},{"metadata"',
      "c/pods.json": "not JSON at all",
      "d/pods.yaml": "kind: Pod\nmetadata: [",
      "e/pods.json.gz": gzipSync(list("Pod", "cut")).subarray(0, 20),
      "f/pods.json": "",
      "g/pods.json": "",
    };
    for (const form of ["folder", "zip"]) {
      const root = write({ ...DUMP, ...flawed }, "flawed");
      const file = join(directory, "flawed.zip");
      const { "e/pods.json.gz": _, ...others } = { ...DUMP, ...flawed };
      const entries = Object.entries(others).map(([name, text]) => [name, Buffer.from(text)]);
      writeFileSync(file, zipSync(Object.fromEntries(entries)));
      const path = form === "folder" ? root : file;
      const { objects, notes } = await read([path]);
      expect(objects.filter((each) => each !== "Pod whole").sort()).toEqual([...FOUND].sort());
      expect(notes[0]).toBe(`${path}: a/pods.json: it is empty; the file is left out from there.`);
      expect(notes[2]).toContain("c/pods.json: this is a text that begins with");
      expect(notes.at(-1)).toMatch(/^[12] more files? (?:is|are) left out\.$/);
      expect(notes).toHaveLength(6);
    }
  });

  it("come from files of other names where those of resources are flawed", async () => {
    const root = write({ "nodes.json": "", "all.json": list("Node", "a") }, "named-otherwise");
    const { objects, notes } = await read([root]);
    expect(objects).toEqual(["Node a"]);
    expect(notes).toEqual([`${root}: nodes.json: it is empty; the file is left out from there.`]);
  });

  it("are refused where every file is flawed, with the first problem", async () => {
    const root = write({ "a/pods.json": "", "b/pods.json": "x" }, "all-flawed");
    await expect(read([root])).rejects.toThrow(
      "a/pods.json: it is empty; give Kubernetes objects.",
    );
  });

  it("come from an archive of it, in any form", async () => {
    const root = write(DUMP, "packed");
    const names = Object.keys(DUMP).sort();
    for (const gzip of [false, true]) {
      const file = join(directory, `dump.${gzip ? "tgz" : "tar"}`);
      await create({ cwd: root, file, gzip }, names);
      expect((await read([file])).objects).toEqual(FOUND);
    }
    const encoded = Object.entries(DUMP).map(([path, text]) => [path, Buffer.from(text)]);
    const zip = join(write({ "dump.zip": zipSync(Object.fromEntries(encoded)) }), "dump.zip");
    expect((await read([zip])).objects).toEqual(FOUND);
  });

  it("come from a must-gather", async () => {
    const yaml = (kind: string, name: string) => stringify(object(kind, name));
    const at = "inspect/cluster-scoped-resources";
    const root = write(
      {
        [`${at}/core/nodes/worker-1.yaml`]: yaml("Node", "worker-1"),
        [`${at}/config.openshift.io/clusterversions.yaml`]: yaml("ClusterVersion", "version"),
        "inspect/namespaces/shop/shop.yaml": yaml("Namespace", "shop"),
        "inspect/namespaces/shop/core/pods.yaml": yaml("Pod", "cart-1"),
        "inspect/namespaces/shop/pods/cart-2/cart-2.yaml": yaml("Pod", "cart-2"),
        "inspect/namespaces/shop/pods/cart-2/app/logs/current.log": "started",
        "inspect/namespaces/shop/core/secrets.yaml": yaml("Secret", "token"),
        "inspect/namespaces/shop/policy/poddisruptionbudgets.yaml": yaml(
          "PodDisruptionBudget",
          "a",
        ),
      },
      "must-gather",
    );
    const { objects } = await read([root]);
    expect([...objects].sort()).toEqual([
      "Namespace shop",
      "Node worker-1",
      "Pod cart-1",
      "Pod cart-2",
      "PodDisruptionBudget a",
    ]);
  });

  it("come from a folder of manifests, whatever they are called", async () => {
    const root = write({ "a/cart.yaml": stringify(object("Pod", "cart")) }, "manifests");
    expect((await read([root])).objects).toEqual(["Pod cart"]);
  });

  it("come from files of other names next to lists of resources, each file once", async () => {
    const files = { "shop/pods.json": list("Pod"), "objects.json": list("Node", "a"), "x.log": "" };
    const root = write(files, "mixed");
    const { objects, notes } = await read([root, join(root, "objects.json"), `${root}/../mixed`]);
    expect(objects.filter((each) => each === "Node a")).toHaveLength(2);
    expect(notes).toEqual([`${root}: 1 file is neither .json nor .yaml: x.log.`]);
    const once = await read([join(root, "objects.json"), `${root}/../mixed/objects.json`]);
    expect(once.objects).toEqual(["Node a"]);
  });

  it("are refused from more files than other commands open", async () => {
    const files = Array.from({ length: 10_001 }, (_, at) => [`${at}.json`, new Uint8Array()]);
    const path = join(write({}, "."), "many.zip");
    await writeFile(path, zipSync(Object.fromEntries(files)));
    await expect(read([path])).rejects.toThrow(/many\.zip has more than 10000 files; name a dir/);
  });

  it("have their double keys named", async () => {
    const root = write({ "twice.yaml": "kind: Pod\nmetadata:\n  name: a\n  name: b\n" });
    const path = join(root, "twice.yaml");
    expect(await read([path])).toEqual({
      objects: ["Pod b"],
      notes: [`${path}:4:3: this key is written twice; the last one counts.`],
    });
  });
});

describe("what is not a text of objects", () => {
  it.each<[string, string | Uint8Array, string]>([
    ["empty.json", "", "it is empty; give Kubernetes objects"],
    ["blank.json", " \n\n", "it is empty; give Kubernetes objects"],
    [
      "comment.json",
      `// all\n${list("Pod", "a")}`,
      "it begins with a comment, which JSON does not",
    ],
    ["block.json", `/* all */ ${list("Pod", "a")}`, "remove it, or write it as # in YAML"],
    [
      "chart.yaml",
      "{{- if .Values.a }}\nkind: Pod\n{{- end }}\n",
      "give the output of helm template",
    ],
    [
      "table.txt",
      "NAME  READY\ncart  1/1\n",
      "this is the table that kubectl prints without --output",
    ],
    ["cut.json", '{"kind":"List","items":[{"kind":"Po', "it ends inside an object, at byte 35"],
    [
      "cut.json.gz",
      gzipSync(list("Pod", "a")).subarray(0, 40),
      "its compressed data is truncated or damaged",
    ],
    ["binary", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0x80), " text in UTF-8 or UTF-16"],
  ])("is refused with its name: %s", async (name, bytes, sentence) => {
    const path = join(write({ [name]: bytes }, "strange"), name);
    await expect(read([path])).rejects.toThrow(sentence);
  });

  it("is refused when it is not there, or a folder without any", async () => {
    await expect(read([join(directory, "absent")])).rejects.toThrow(/no such file|ENOENT/);
    const root = write({ "a.txt": "x" }, "texts");
    await expect(read([root])).rejects.toThrow("no file in it is named .json or .yaml");
  });
});

/** Refuses the document that has an item of that name, as the module does. */
const refusing = (bad: string) => (document: string) => {
  if (!document.includes(`"${bad}"`)) return null;
  const { items } = JSON.parse(document) as { items: { metadata: { name: string } }[] };
  const at = items.findIndex(({ metadata }) => metadata.name === bad);
  return new EngineError({
    plimsoll: "error/1",
    status: Status.InvalidQuantity,
    document: "objects",
    path: `$.items[${at}].spec`,
    offset: document.indexOf(`"${bad}"`),
    reason: "a resource quantity is expected here",
  });
};

describe("an object that is refused", () => {
  it("is named by its place in the file, not in the part that it was cut into", async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `pod-${index}`);
    const bad = "pod-59000";
    const text = list("Pod", ...names);
    const path = join(write({ "pods.json": text }, "large"), "pods.json");
    const place = `$.items[59000].spec (byte ${text.indexOf(`"${bad}"`)})`;
    await expect(read([path], refusing(bad))).rejects.toThrow(
      `${path}: ${place}: a resource quantity is expected here; correct it`,
    );
  });

  it("is named by its place in lists of lists", async () => {
    const inner = { kind: "List", items: [object("Pod", "b"), object("Pod", "bad")] };
    const text = JSON.stringify({ kind: "List", items: [object("Node", "a"), inner] });
    const path = join(write({ "lists.json": text }, "nested"), "lists.json");
    const place = `$.items[1].items[1].spec (byte ${text.indexOf('"bad"')})`;
    await expect(read([path], refusing("bad"))).rejects.toThrow(`${path}: ${place}: a resource`);
  });
});
