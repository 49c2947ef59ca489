import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCorpus, scenarioOf } from "../corpus/corpus.ts";
import { corpusFiles, readCorpusFile } from "../corpus/files.ts";
import { judgmentOf } from "../fidelity/criterion/verdict.ts";
import { asking, tenantsSetting } from "./client.ts";
import { playOverHttp } from "./playOverHttp.ts";
import { startWorkerd, WITHOUT_WORKERD, type Workerd } from "./workerd.ts";

/** Every case costs some ten requests: all of them where every test is to run, else a stride. */
const { CI, EDGE_CORPUS_EVERY = CI === "true" ? "1" : "29" } = process.env;
const EVERY = Number(EDGE_CORPUS_EVERY);
const LANES = 8;
const TIME_LIMIT_MILLISECONDS = 900_000;

let workerd: Workerd;
const ask = asking(() => workerd.url);

describe.skipIf(WITHOUT_WORKERD)("the corpus through HTTP, in workerd", () => {
  beforeAll(async () => {
    const RATE = JSON.stringify({ perSecond: 1e9, burst: 1e9 });
    workerd = await startWorkerd({ settings: { TENANTS: await tenantsSetting(), RATE } });
  });
  afterAll(() => workerd?.stop());

  it.each(corpusFiles())(
    "is answered as the kubelet of $name did, every case or each 29th",
    async (file) => {
      const { header, cases } = readCorpus(readCorpusFile(file));
      const worths = new Map(Object.entries(header.worths));
      const chosen = cases.filter((_, index) => index % EVERY === 0);
      const failures: { id: string; differences: readonly unknown[] }[] = [];
      const rest = chosen[Symbol.iterator]();
      const lane = async () => {
        for (const one of rest) {
          const { id, answer } = one;
          const scenario = scenarioOf(header, one);
          const played = await playOverHttp(ask, scenario);
          const expected = { answer, pods: null, worths, thorough: true };
          const { differences } =
            played === null
              ? { differences: answer.errors === undefined ? ["refused"] : [] }
              : judgmentOf(scenario, expected, { played, pods: null });
          if (differences.length > 0) failures.push({ id, differences });
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      console.log(`${file.name}: ${chosen.length} of ${cases.length} cases through HTTP`);
      expect({ failures: failures.length, shown: failures.slice(0, 5) }).toEqual({
        failures: 0,
        shown: [],
      });
    },
    TIME_LIMIT_MILLISECONDS,
  );
});
