import { beforeAll, describe, expect, test } from "vitest";
import { loadModule } from "../../../hosts/system/modules.ts";
import { type AdmissionCorpus, readAdmissions } from "./corpus.ts";
import { readAdmissionsDigest, readAdmissionsFile } from "./files.ts";
import { type AdmissionsReport, runAdmissions } from "./runner.ts";

const CASES_MIN = 1900;
/** Some seconds of work, on a machine that may have other work too. */
const TIME_LIMIT_MILLISECONDS = 120_000;

describe("what the kubelet's admission does", () => {
  let corpus: AdmissionCorpus;
  let report: AdmissionsReport;

  beforeAll(async () => {
    const bytes = readAdmissionsFile();
    corpus = readAdmissions(bytes);
    report = runAdmissions(await loadModule("admission"), bytes);
  }, TIME_LIMIT_MILLISECONDS);

  test("is recorded for nineteen hundred cases and more, each once", () => {
    expect(report.cases).toBeGreaterThanOrEqual(CASES_MIN);
    expect(new Set(corpus.cases.map(({ id }) => id)).size).toBe(report.cases);
  });

  test("shows every outcome: taken, rejected, with one preempted pod and with several", () => {
    const outcomes = corpus.cases.map(({ answer }) => answer.canonical?.[0]);
    const preempted = outcomes.map((one) => (one?.admit ? (one.preempted ?? []).length : -1));
    expect(new Set(preempted.map((count) => Math.min(count, 2)))).toEqual(new Set([-1, 0, 1, 2]));
  });

  test("is what the module does", () => {
    const { failures } = report;
    const shown = failures.slice(0, 10);
    expect({ failures: failures.length, shown }).toEqual({ failures: 0, shown: [] });
  });

  test("is answered in the same words as before", () => {
    const { cases, digest } = report;
    const again = "After a change of words on purpose: npm run corpus -- admissions --digest";
    expect({ cases, digest }, again).toEqual(readAdmissionsDigest());
  });
});
