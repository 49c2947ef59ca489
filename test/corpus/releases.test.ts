/** The rules of 1.37: its own code and that of 1.36 answer the same scenarios otherwise. */
import { expect, test } from "vitest";
import { at, type OraclePod } from "../fidelity/scenario.ts";
import { isObject, type Json } from "../vectors/notation.ts";
import { type CorpusCase, readCorpus } from "./corpus.ts";
import { corpusFiles, readCorpusFile } from "./files.ts";

function casesOf(minor: string): ReadonlyMap<string, CorpusCase> {
  const file = corpusFiles().find(({ name }) => new RegExp(`^v${minor}\\..*-releases$`).test(name));
  if (file === undefined) throw new Error(`There is no corpus of ${minor} about releases.`);
  const { cases } = readCorpus(readCorpusFile(file));
  return new Map(cases.map((one) => [keyOf(one), one]));
}

/** What both are asked: one knows gates that the other does not. */
function keyOf({ scenario }: CorpusCase): string {
  const { pods, steps } = scenario;
  return text({ pods, steps });
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}` : each));
}

const [before, after] = [casesOf("1.36"), casesOf("1.37")];
const pairs = [...after].flatMap(([key, newer]) => {
  const older = before.get(key);
  return older === undefined ? [] : [{ older, newer }];
});

/** Of each pod of which the kubelets derive different facts: those, and the document. */
const podPairs = pairs.flatMap(({ older, newer }) => {
  const facts = (older.pods?.pods ?? []).map((one, index) => [one, newer.pods?.pods?.[index]]);
  return facts.flatMap(([one, other]) => {
    if (one === undefined || other === undefined || text(one) === text(other)) return [];
    const document = newer.scenario.pods.find((pod) => at(pod, "metadata", "uid") === one.uid);
    return [{ one, other, document }];
  });
});

function hasOtherClass({ one, other }: { readonly one: OraclePod; readonly other: OraclePod }) {
  return one.qosClass !== other.qosClass;
}

function hasEmptyResources(pod: Json | undefined): boolean {
  const resources = at(pod, "spec", "resources");
  if (!isObject(resources)) return false;
  return Object.values(resources).every((one) => isObject(one) && Object.keys(one).length === 0);
}

const differing = pairs.filter(({ older, newer }) => text(older.answer) !== text(newer.answer));

test.each([
  [
    "a sidecar's own storage limit evicts",
    differing.filter(({ newer }) => text(newer.answer).includes("its local ephemeral storage")),
  ],
  [
    "the kernel limits emptyDirs in memory, with a gate",
    differing.filter(({ newer }) =>
      text(newer.scenario.config ?? null).includes("MemoryBackedVolumes"),
    ),
  ],
  [
    "the class compares each container's requests with its own limits",
    podPairs.filter((pair) => hasOtherClass(pair) && !hasEmptyResources(pair.document)),
  ],
  [
    "an empty spec.resources leaves the class to the containers",
    podPairs.filter((pair) => hasOtherClass(pair) && hasEmptyResources(pair.document)),
  ],
  [
    "what a pod requests less than its containers raises no oom_score_adj",
    podPairs.filter((pair) => !hasOtherClass(pair)),
  ],
])("since 1.37 %s: some recorded answers show it", (_, shown) => {
  expect(shown.length).toBeGreaterThan(0);
});
