import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { CASES } from "./cases.ts";
import { Checker } from "./checker.ts";
import type { Corpus } from "./collect.ts";
import { difference } from "./judge.ts";

const corpus = JSON.parse(readFileSync(new URL("corpus.json", import.meta.url), "utf8")) as Corpus;

describe.each(Object.keys(corpus))("check finds what kubelet %s stops on", (release) => {
  let checker: Checker;
  beforeAll(async () => {
    checker = await Checker.start();
  });

  it.each([...CASES])("%s", (name, text) => {
    const minor = Number(release.split(".")[1]);
    const answer = corpus[release]?.[name];
    if (answer === undefined) throw new Error(`The corpus of ${release} has no "${name}".`);
    const checked = checker.check(text, minor);
    expect({ differs: difference(checked, answer, minor), checked, answer }).toMatchObject({
      differs: undefined,
    });
  });
});
