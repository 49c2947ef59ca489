import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import { recognize, together } from "../../../../analysis/read/recognize/given.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { exampleLines, pairOf } from "../../../browser/documents.ts";
import { core } from "../../../hosts/browser/examples.ts";
import { AS_IS, FORMS, type Form, WAYS } from "../../forms.ts";
import { EVENTS_TABLE, KLOG, OF_KERNEL } from "./samples.ts";

const { summary, pods } = pairOf("memory-leak", 74);
const given = (name: string, content: string | Uint8Array) => ({
  name,
  content: new Blob([content as BlobPart]),
});
const SUMMARY = given("summary.json", summary);
const PODS = given("pods.json", pods);
const LIMITED = JSON.stringify({ evictionHard: { "memory.available": "3Gi" } });
const CONFIG = given("config.yaml", "kind: KubeletConfiguration\nmaxPods: 99\n");
const ANSWER = '{"status":"success","data":{"resultType":"matrix","result":[]}}';
const [HEADER = "", ...RECORDS] = exampleLines("memory-leak");
const CAPTURE = given("node.ndjson", [HEADER, ...RECORDS].join("\n"));
const { config: _, ...bareHeader } = JSON.parse(HEADER);
const BARE_CAPTURE = given("bare.ndjson", [JSON.stringify(bareHeader), ...RECORDS].join("\n"));
const FOREIGN_CAPTURE = given("foreign.ndjson", RECORDS.join("\n"));

/** Its bytes come in these chunks, however often it is read. */
class StreamedBlob extends Blob {
  readonly #chunks: readonly Uint8Array[];

  constructor(chunks: Iterable<Uint8Array>) {
    super();
    this.#chunks = [...chunks];
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const chunks = this.#chunks.values();
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const { done, value } = chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      },
    });
  }
}

async function recognizedOf(documents: readonly GivenDocument[]) {
  return together(await Promise.all(documents.map(recognize)));
}

describe("documents that are given together", () => {
  it.each([[[SUMMARY, PODS, CONFIG]], [[CONFIG, PODS, SUMMARY]], [[PODS, CONFIG, SUMMARY]]])(
    "are distinguished in any order",
    async (documents) => {
      const { capture, configuration, taken } = await recognizedOf(documents);
      expect(capture?.name).toBe("worker-3");
      expect(configuration?.text).toContain("maxPods: 99");
      for (const words of [
        "summary.json is a stats Summary",
        "pods.json is a PodList",
        "config.yaml is a kubelet configuration",
      ]) {
        expect(taken).toContain(words);
      }
    },
  );

  it("are a capture and its configuration", async () => {
    const { capture, configuration, isRecorded } = await recognizedOf([CONFIG, CAPTURE]);
    expect(capture?.name).toBe("node.ndjson");
    expect(configuration?.name).toBe("config.yaml");
    expect(isRecorded).toBe(false);
    expect((await capture?.open())?.header?.config).not.toHaveProperty("maxPods", 99);
  });

  it.each([
    [[CONFIG, BARE_CAPTURE]],
    [[BARE_CAPTURE, CONFIG]],
    [[CONFIG, FOREIGN_CAPTURE]],
    [[SUMMARY, CONFIG]],
    [[CONFIG, PODS, SUMMARY]],
  ])("have the configuration as the recorded one where they lack one", async (documents) => {
    const { capture, captured, isRecorded } = await recognizedOf(documents);
    expect(isRecorded).toBe(true);
    expect(captured).toContain(CONFIG);
    expect((await capture?.open())?.header).toMatchObject({
      plimsoll: "capture/1",
      config: { kind: "KubeletConfiguration", maxPods: 99 },
    });
  });

  it.each([[CAPTURE], [BARE_CAPTURE]])(
    "have the first of two configurations as recorded, and the other as a change",
    async (own) => {
      const other = given("b.yaml", "kind: KubeletConfiguration\nmaxPods: 42\n");
      const { capture, configuration, isRecorded, captured, taken } = await recognizedOf([
        ...[own, CONFIG, other],
      ]);
      expect((await capture?.open())?.header).toMatchObject({ config: { maxPods: 99 } });
      expect(configuration?.name).toBe("b.yaml");
      expect(isRecorded).toBe(false);
      expect(captured.map(({ name }) => name)).toEqual([own.name, "config.yaml"]);
      expect(taken).toContain("config.yaml counts as recorded, and b.yaml is the change.");
    },
  );

  it("are of one kubelet, which has no three configurations", async () => {
    const [b, c] = ["b.yaml", "c.yaml"].map((name) => given(name, LIMITED));
    const documents = [CAPTURE, CONFIG, b, c].filter((each) => each !== undefined);
    await expect(recognizedOf(documents)).rejects.toThrow("give one of them at a time");
    await expect(recognizedOf([CONFIG, ...(b === undefined ? [] : [b])])).rejects.toThrow(
      "give one of them at a time",
    );
  });

  it("keep in the header which members came from flags", async () => {
    const flags = given("args", "--eviction-hard=memory.available<7Mi");
    const { capture } = await recognizedOf([flags, BARE_CAPTURE]);
    expect((await capture?.open())?.header?.config).toMatchObject({
      evictionHard: { "memory.available": "7Mi" },
      plimsoll: { replacedByFlags: ["evictionHard"] },
    });
  });

  const TEXTS: Record<string, string> = {
    capture: `${exampleLines("memory-leak").slice(0, 6).join("\n")}\n`,
    summary: `${summary}\n`,
    pods: `${pods}\n`,
    configuration: "kind: KubeletConfiguration\nmaxPods: 99\n",
  };
  const openedIn = async (names: readonly string[], of: (text: string) => Blob) => {
    const documents = names.map((name) => ({ name, content: of(TEXTS[name] ?? "") }));
    const { capture, configuration } = await recognizedOf(documents);
    if (capture === null) throw new Error("There is no capture.");
    const engine = new EvictionEngine(core);
    const opened = await capture.open(engine);
    const decisions: string[] = [];
    for await (const { action } of replay(engine, LIMITED, opened.records)) {
      decisions.push(`${action} ${engine.report(Detail.Arithmetic).text}`);
    }
    return { form: configuration?.form, decisions, problems: opened.problems };
  };
  const blobIn =
    ({ of }: Form) =>
    (text: string) =>
      new Blob([of(text) as BlobPart]);
  const expectTheSame = async (of: (text: string) => Blob) => {
    for (const names of [
      ["capture", "configuration"],
      ["summary", "pods", "configuration"],
    ]) {
      expect(await openedIn(names, of)).toEqual(await openedIn(names, blobIn(AS_IS)));
    }
  };

  it.each(FORMS)("are the same $name", async (form) => {
    await expectTheSame(blobIn(form));
  });

  it.each(WAYS)("are the same as they come, $name", async ({ chunksOf }) => {
    await expectTheSame((text) => new StreamedBlob(chunksOf(text)));
  });

  it.each([
    [[CAPTURE, given("b.ndjson", exampleLines("fork-bomb").join("\n"))], /are each a capture/],
    [[CONFIG, given("b.yaml", "kind: KubeletConfiguration\n")], /are each a kubelet conf/],
    [[CAPTURE, SUMMARY], /is a capture and summary\.json a stats Summary/],
    [[PODS], /is a PodList; give the Summary/],
    [
      [given("a.json", '{"dependencies":{},"name":"x"}')],
      /is an object with dependencies, name; give a/,
    ],
    [[given("p.json", '{"pods":[{"podRef":{"name":"a"}}]}')], /is a stats Summary without its/],
  ])("are refused in a sentence", async (documents, reason) => {
    await expect(recognizedOf(documents)).rejects.toThrow(reason);
  });
});

describe("a file that belongs to a command", () => {
  it.each([
    ["kubelet.log", KLOG, "a kubelet's log; replay it with plimsoll replay --journal kubelet.log"],
    ["kubelet.log.gz", gzipSync(KLOG), "a kubelet's log; replay it with "],
    [
      "my node.log",
      KLOG,
      "a kubelet's log; replay it with plimsoll replay --journal 'my node.log'",
    ],
    ["dmesg", OF_KERNEL, "a kernel's log; explain its OOM kills with plimsoll oom dmesg."],
    ["answer.json", ANSWER, "an answer of Prometheus; make a capture of it with plimsoll "],
    ["events.txt", EVENTS_TABLE, "a document with eviction messages; explain them with plimsoll "],
    ["bundle.zip", Uint8Array.of(0x50, 0x4b, 0x03, 0x04), "an archive; if it is a support bundle"],
  ])("is refused with that command: %s", async (name, content, words) => {
    await expect(recognize(given(name, content))).rejects.toThrow(`${name} is ${words}`);
  });
});
