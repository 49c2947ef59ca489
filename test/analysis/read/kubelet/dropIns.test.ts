import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  mergeDropIns,
  readConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";

const HEAD = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const base = (text: string) => readConfiguration({ name: "base.yaml", text: `${HEAD}${text}` });
const dropIn = (text: string, name = "10.conf") => ({ name, text: `${HEAD}${text}` });

describe("drop-in files", () => {
  it("are merged in the order of their names: objects by member, null removes", () => {
    const { configuration, notes } = mergeDropIns(
      base("evictionSoft: {a: '1', b: '2'}\nkubeReserved: {memory: 1Gi}\n"),
      [
        dropIn("evictionSoft: {a: '5'}\n", "20.conf"),
        dropIn("evictionSoft: {a: '4', b: null, c: '3'}\nkubeReserved: null\n", "10.conf"),
      ],
    );
    expect(configuration.evictionSoft).toEqual({ a: "5", c: "3" });
    expect(configuration.kubeReserved).toBeUndefined();
    expect(notes.map(({ origin }) => origin)).toEqual(["10.conf", "20.conf"]);
  });

  it("come in the order of the kubelet's walk, which enters each directory in its turn", () => {
    const { notes } = mergeDropIns(base(""), [
      dropIn("", "d/a.conf"),
      dropIn("", "d/b.conf"),
      dropIn("", "d/a/z.conf"),
      dropIn("", "d/a-b/1.conf"),
    ]);
    expect(notes.map(({ origin }) => origin)).toEqual([
      "d/a/z.conf",
      "d/a-b/1.conf",
      "d/a.conf",
      "d/b.conf",
    ]);
  });

  it("replace lists whole", () => {
    const { configuration } = mergeDropIns(base("enforceNodeAllocatable: [pods]\n"), [
      dropIn("enforceNodeAllocatable: [none]\n"),
    ]);
    expect(configuration.enforceNodeAllocatable).toEqual(["none"]);
  });

  // The kubelet fills in its hard defaults when it has read its file, before the first drop-in, and
  // never after. Server.go of the pinned release; Spec 2.7.
  it.each([
    ["add to the defaults", "", ["evictionHard: {a: '1'}\n"], { a: "1" }, true],
    ["remove a default with null", "", ["evictionHard: {a: null}\n"], { a: "0%" }, true],
    [
      "take back a removal",
      "",
      ["evictionHard: {a: null}\n", "evictionHard: {a: '2'}\n"],
      { a: "2" },
      true,
    ],
    [
      "leave defaults that nobody touches",
      "",
      ["evictionMaxPodGracePeriod: 5\n"],
      undefined,
      undefined,
    ],
    [
      "cannot bring defaults back",
      "evictionHard: {b: '2'}\n",
      ["mergeDefaultEvictionSettings: true\n"],
      { b: "2" },
      false,
    ],
    [
      "cannot take merged defaults away",
      "evictionHard: {b: '2'}\nmergeDefaultEvictionSettings: true\n",
      ["mergeDefaultEvictionSettings: false\n"],
      { b: "2" },
      true,
    ],
    [
      "remove a written threshold",
      "evictionHard: {b: '2', c: '3'}\n",
      ["evictionHard: {b: null}\n"],
      { c: "3" },
      false,
    ],
    ["remove all thresholds", "", ["evictionHard: null\n"], {}, false],
    [
      "start again after removing all",
      "",
      ["evictionHard: null\n", "evictionHard: {a: '1'}\n"],
      { a: "1" },
      false,
    ],
  ])("%s", (_, file, texts, evictionHard, merges) => {
    const dropIns = texts.map((text, index) => dropIn(text, `${index}.conf`));
    const { configuration } = mergeDropIns(base(file), dropIns);
    expect(configuration.evictionHard).toEqual(evictionHard);
    expect(configuration.mergeDefaultEvictionSettings).toBe(merges);
  });

  it("without a file are all there is: no default is filled in", () => {
    const { configuration } = mergeDropIns(null, [dropIn("evictionHard: {a: '1'}\n")]);
    expect(configuration.evictionHard).toEqual({ a: "1" });
    expect(configuration.mergeDefaultEvictionSettings).toBe(false);
    expect(mergeDropIns(null, []).configuration.evictionHard).toEqual({});
  });

  it("with another ending are ignored, as the kubelet ignores them, and it is said", () => {
    const { configuration, notes } = mergeDropIns(base("evictionMaxPodGracePeriod: 1\n"), [
      dropIn("evictionMaxPodGracePeriod: 2\n", "10.yaml"),
    ]);
    expect(configuration.evictionMaxPodGracePeriod).toBe(1);
    expect(notes.at(-1)?.sentence).toContain("10.yaml is ignored");
  });

  it.each([
    ["evictionHard: {}\n", "without its own apiVersion and kind"],
    ["apiVersion: v1\nkind: KubeletConfiguration\n", "without its own apiVersion and kind"],
    [`${HEAD}---\n${HEAD}`, "give it one document"],
    ["- a\n", "give it one document"],
    ["a: [\n", "10.conf:2:1: "],
  ])("are refused when the kubelet would refuse them: %j", (text, part) => {
    const merge = () => mergeDropIns(base(""), [{ name: "10.conf", text }]);
    expect(merge).toThrow(ConfigurationError);
    expect(merge).toThrow(part);
  });
});
