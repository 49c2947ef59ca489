import { describe, expect, it } from "vitest";
import { fileFacts, shortNames } from "../../../../analysis/questions/given/fileLines.ts";
import {
  commandLines,
  type GivenFile,
  type GivenFormat,
} from "../../../../analysis/read/recognize/commandLines.ts";
import type { Survey } from "../../../../analysis/read/recognize/survey.ts";
import { parseTime } from "../../../../analysis/text/time.ts";

const file = (name: string, format: GivenFormat, survey?: Survey): GivenFile => ({
  ...{ path: name, name, format },
  ...(survey === undefined ? {} : { survey }),
});
const at = (time: string, words: readonly string[]): Survey => {
  const moment = parseTime(time) ?? 0n;
  return { words, span: { first: moment, last: moment }, node: null };
};
const MORNING = "2026-01-15T10:00:00Z";
const EVENING = "2026-01-15T20:00:00Z";

const said = (files: readonly GivenFile[]) =>
  fileFacts(files, [], commandLines(files)).map((fact) => fact.join(": "));

describe("the line of a file", () => {
  it("says which files a configuration is used for", () => {
    const files = [
      file("c.gz", "capture", at(MORNING, ["capture"])),
      file("k.log", "log", at(MORNING, ["kubelet's log"])),
      file("k.yaml", "configuration"),
    ];
    expect(said(files)).toEqual([
      "c.gz: capture",
      "k.log: kubelet's log",
      "k.yaml: kubelet configuration, used for the capture and the log",
    ]);
  });

  it("says what is from another time", () => {
    const files = [
      file("c.gz", "capture", at(MORNING, ["capture"])),
      file("dmesg", "kernelLog", at(EVENING, ["kernel's log"])),
      file("messages", "kernelLog", at(MORNING, ["kernel's log"])),
    ];
    expect(said(files).slice(1)).toEqual([
      "dmesg: kernel's log, not the same incident",
      "messages: kernel's log",
    ]);
  });

  it("names the sides of a comparison", () => {
    const files = [
      file("now.yaml", "configuration"),
      file("c.gz", "capture"),
      file("next.yaml", "configuration"),
    ];
    expect(said(files)).toEqual([
      "now.yaml: kubelet configuration, A",
      "c.gz: capture",
      "next.yaml: kubelet configuration, B",
    ]);
  });

  it("says that of several configurations none is used", () => {
    const configurations = ["a", "b", "c"].map((name) => file(name, "configuration"));
    expect(said([file("k.log", "log"), ...configurations])[1]).toContain("not used: several");
  });

  it("says why one is left out", () => {
    const leftOut = [{ name: "x/junk", reason: "it is empty" }];
    expect(fileFacts([], leftOut, [])).toEqual([["junk", "left out: it is empty"]]);
  });

  it("has the folder where two files have one name", () => {
    const names = ["a/k.log", "b/k.log", "a/c.gz"];
    const short = shortNames(names.map((name) => ({ name })));
    expect(names.map(short)).toEqual(["a/k.log", "b/k.log", "c.gz"]);
  });
});
