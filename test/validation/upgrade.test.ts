/** Kubelets of two releases were asked about named configurations: `upgrade` says the same. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AdmissionEngine } from "../../analysis/engine/admissionEngine.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { comparedConfiguration } from "../../analysis/questions/upgrade/configuration.ts";
import { readConfiguration } from "../../analysis/read/kubelet/configuration.ts";
import { ConfigurationError } from "../../analysis/read/kubelet/error.ts";
import { toModuleConfiguration } from "../../analysis/read/kubelet/module.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { CASES } from "./cases.ts";
import type { Corpus } from "./collect.ts";
import type { OracleAnswer } from "./oracle.ts";

const engines = {
  eviction: new EvictionEngine(await loadModule("eviction")),
  admission: new AdmissionEngine(await loadModule("admission")),
};
const corpus = JSON.parse(readFileSync(new URL("corpus.json", import.meta.url), "utf8")) as Corpus;

/** Null where the file is not a configuration: upgrade compares nothing. */
function compared(text: string, from: string, to: string) {
  const source = { name: "kubelet.yaml", text };
  const inputOf = (kubeletVersion: string) => {
    const loaded = readConfiguration(source, { kubeletVersion });
    const json = toModuleConfiguration(loaded, { kubeletVersion });
    return { name: source.name, source, form: loaded.form, json, notes: [] };
  };
  try {
    const inputs = { before: inputOf(from), after: inputOf(to) };
    return comparedConfiguration(engines, inputs, { from, to });
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

function starts({ load, panic, gates = [], validation = [] }: OracleAnswer): boolean {
  return load === undefined && panic === undefined && gates.length + validation.length === 0;
}

const KINDS = ["starts both", "stops both", "stops the newer", "stops the older"] as const;
type Kind = (typeof KINDS)[number];

function kindOf(before: OracleAnswer, after: OracleAnswer): Kind {
  if (starts(before)) return starts(after) ? "starts both" : "stops the newer";
  return starts(after) ? "stops the older" : "stops both";
}

/** What `upgrade` says. */
function saidKind({
  differences,
  startsWithNeither,
}: NonNullable<ReturnType<typeof compared>>): Kind {
  const about = differences.filter(({ kind }) => kind === "configuration");
  if (about.some(({ isWorse }) => isWorse)) return "stops the newer";
  if (startsWithNeither === true) return "stops both";
  return about.length > 0 ? "stops the older" : "starts both";
}

const STEPS = [
  ["1.35", "1.36"],
  ["1.36", "1.37"],
] as const;

describe.each(STEPS)("what kubelets of %s and %s make of a configuration", (from, to) => {
  const asked = [...CASES].flatMap(([name, text]) => {
    const [before, after] = [corpus[from]?.[name], corpus[to]?.[name]];
    const found = compared(text, from, to);
    if (before === undefined || after === undefined || found === null) return [];
    return [{ name, real: kindOf(before, after), said: saidKind(found) }];
  });

  it("is what upgrade says of each", () => {
    expect(asked.filter(({ real, said }) => real !== said)).toEqual([]);
  });

  it("is recorded for each kind of difference", () => {
    expect(new Set(asked.map(({ real }) => real))).toEqual(new Set(KINDS));
  });
});
