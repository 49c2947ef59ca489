import { beforeAll, describe, expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { type Corpus, corpusText, readCorpus, writeCorpusText } from "./corpus.ts";
import { corpusFiles, readCorpusFile, readDigests } from "./files.ts";
import type { CorpusReport } from "./runner.ts";
import { runCorpus } from "./runner.ts";
import { TracedEngine } from "./tracedEngine.ts";

const CASES_MIN = 10_000;
/** Of a later theme. */
const CASES_OF_THEME_MIN = 200;
/** Ten seconds of work, on a machine that may have other work too. */
const TIME_LIMIT_MILLISECONDS = 600_000;
const core = await loadModule("eviction");

test("there is a corpus", () => {
  expect(corpusFiles().length).toBeGreaterThan(0);
});

describe.each(corpusFiles())("what the kubelet of $name does", (file) => {
  const bytes = readCorpusFile(file);
  let corpus: Corpus;
  let report: CorpusReport;

  beforeAll(async () => {
    corpus = readCorpus(bytes);
    report = await runCorpus((listener) => new TracedEngine(core, listener), bytes);
    const { cases, answers, digest } = report;
    console.log(`${file.name}: ${cases} cases, ${answers} answers, digest ${digest}`);
  }, TIME_LIMIT_MILLISECONDS);

  test("is recorded for enough scenarios", () => {
    const least = file.name === file.kubernetes ? CASES_MIN : CASES_OF_THEME_MIN;
    expect(report.cases).toBeGreaterThanOrEqual(least);
    expect(report.kubernetes).toBe(file.kubernetes);
  });

  test("is what the engine does", () => {
    const shown = report.failures.slice(0, 10).map(({ id, differences }) => ({
      again: `npm run corpus -- replay --show ${id}`,
      differences,
    }));
    expect({ failures: report.failures.length, shown }).toEqual({ failures: 0, shown: [] });
  });

  test("is answered in the same words as before", () => {
    const { answers, digest } = report;
    const again = "After a change of words on purpose: npm run corpus -- replay --write";
    expect({ answers, digest }, again).toEqual(readDigests()[file.name]);
  });

  test(
    "is not recorded twice",
    () => {
      const { cases } = corpus;
      expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    },
    TIME_LIMIT_MILLISECONDS,
  );

  test("reads and writes without losing a digit", {
    tags: "long",
    timeout: TIME_LIMIT_MILLISECONDS,
  }, () => {
    // A difference of megabytes is not a message.
    expect(writeCorpusText(corpus) === corpusText(bytes)).toBe(true);
  });
});
