/** Drains as Kubernetes' own code plays them; `npm run oracle -- drain` asks about thousands. */
import { describe, expect, test } from "vitest";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import { comparedDrains } from "../../analysis/questions/upgrade/drains.ts";
import { schedulerConfiguration } from "../../analysis/read/objects/schedulerConfiguration.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import {
  caseOf,
  type DrawnDrain,
  type RecordedDrain,
  readRecorded,
  recordedDifferences,
} from "./recorded.ts";

const module = await loadModule("scheduler");
const recorded = readRecorded();

/** What the older and the newer release answer to the same drain. */
interface Pair {
  readonly before: RecordedDrain;
  readonly after: RecordedDrain;
}

const releases = [...new Set(recorded.map(({ release }) => release))].sort();
const [from = "", to = ""] = releases;
const newer = new Map(
  recorded.filter(({ release }) => release === to).map((one) => [keyOf(one), one]),
);
const pairs = recorded.flatMap((before): Pair[] => {
  const after = newer.get(keyOf(before));
  return before.release === to || after === undefined ? [] : [{ before, after }];
});
const isGiven = ({ before }: Pair) => before.asGiven === true;

function keyOf({ seed, number, asGiven }: DrawnDrain) {
  return `${seed} ${number} ${asGiven}`;
}

/** The cause of a refusal that kubectl does not repeat. */
const ADDED =
  / \(cause: The disruption budget \S+ does not allow evicting pods currently: [^)]*\)/g;

function differs({ before, after }: Pair): boolean {
  return JSON.stringify(before.real) !== JSON.stringify(after.real);
}

test("recorded drains are what kubectl and the controllers make of them", () => {
  expect(recordedDifferences(module).filter((found) => found !== null)).toEqual([]);
});

test("they have refused, blocked and finished drains", () => {
  const codes = new Set(recorded.flatMap(({ real }) => real.rounds.flat()).map(codeOf));
  expect([...codes].sort()).toEqual(expect.arrayContaining([201, 403, 429, 500]));
  expect(recorded.some(({ real }) => real.errors.length > 0)).toBe(true);
});

function codeOf({ code }: { readonly code: number }): number {
  return code;
}

describe("the code of the last two releases", () => {
  test("drains alike where the disruption controller has counted the budgets", () => {
    const counted = pairs.filter((pair) => !isGiven(pair));
    expect(counted.length).toBeGreaterThanOrEqual(128);
    expect(counted.filter(differs)).toEqual([]);
  });

  test("answers otherwise only where it names the cause of what kubectl does not repeat", () => {
    const other = pairs.filter(differs);
    expect(other.length).toBeGreaterThanOrEqual(60);
    for (const { before, after } of other) {
      const named = after.real.rounds.map((round) =>
        round.map(({ cause, ...rest }) =>
          rest.code === 403 || !cause ? rest : { ...rest, cause },
        ),
      );
      expect({ ...after.real, rounds: named }).toEqual(before.real);
    }
  });
});

describe("upgrade", () => {
  const engines = [new SchedulerEngine(module), new SchedulerEngine(module)] as const;
  const configurations = [
    schedulerConfiguration(null, { kubernetesVersion: from }),
    schedulerConfiguration(null, { kubernetesVersion: to }),
  ] as const;

  function differences({ before }: Pair) {
    const { objects, request, asGiven } = caseOf(before);
    const items = objects.map((object) => {
      if (object.kind !== "PodDisruptionBudget" || asGiven === true) return object;
      const { namespace, name } = object.metadata;
      return { ...object, status: before.real.before[`${namespace}/${name}`] };
    });
    const documents = [JSON.stringify({ kind: "List", items })];
    const cluster = { name: "drain", engines, configurations, documents, nodes: [request.node] };
    const draining = comparedDrains(cluster, { from, to });
    let drained = draining.next();
    while (!drained.done) drained = draining.next();
    return drained.value.differences;
  }

  test("says that the drain of a node is answered in other words where the releases do", () => {
    for (const pair of pairs.filter(isGiven)) {
      const found = differences(pair).map(({ kind, isWorse, rules }) => {
        return { kind, isWorse, rules: rules.map(({ name }) => name) };
      });
      const worded = { kind: "message", isWorse: false, rules: ["ForbiddenCauses"] };
      expect(found).toEqual(differs(pair) ? [worded] : []);
    }
  });

  test("says what the newer release adds to the same message", () => {
    const [found] = pairs.filter((pair) => isGiven(pair) && differs(pair)).flatMap(differences);
    expect(found?.after.replaceAll(ADDED, "")).toBe(found?.before);
    expect(found?.after).toMatch(ADDED);
  });

  test("says that a drain does not change where the controller has counted the budgets", () => {
    expect(pairs.filter((pair) => !isGiven(pair)).flatMap(differences)).toEqual([]);
  });
});
