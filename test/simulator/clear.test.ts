/**
 * What `clear` leaves of a scenario: nothing. Whatever a module has simulated before, and wherever
 * that ended, the next scenario gives what a module gives that has simulated nothing.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTROLLERS, scenarioOf } from "./controllers/scenarios.ts";
import { drawScenario } from "./draw.ts";
import { SIMULATOR } from "./playing.ts";
import { forModule } from "./scenario.ts";
import { Refused, SimulatorModule } from "./simulatorModule.ts";
import { drawSmall } from "./small.ts";

interface Scenario {
  readonly objects: string;
  readonly scenario: string;
}

/** Seconds of virtual time: most of what is drawn happens within it. */
const LONG = 600;
/** Each release has its own queue. */
const RELEASES = ["1.29", "1.36"];

type Family = (seed: number) => Scenario;

const FAMILIES: readonly Family[] = [
  (seed) => {
    const { objects, scenario } = drawSmall(seed);
    const items = JSON.stringify({ kind: "List", items: objects });
    return { objects: items, scenario: JSON.stringify(scenario) };
  },
  (seed) => forModule(drawScenario(seed)),
  ...CONTROLLERS.map(
    (controller): Family =>
      (seed) =>
        forModule(scenarioOf(controller, seed)),
  ),
];

function configurationOf(release: string): string {
  return JSON.stringify({
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    plimsoll: { kubernetesVersion: release },
  });
}

interface Past {
  readonly scenario: Scenario;
  readonly release: string;
  /** Where it was left, mostly in the middle of something. */
  readonly seconds: number;
  readonly isRefused: boolean;
}

interface Case {
  readonly before: readonly Past[];
  readonly scenario: Scenario;
}

const scenariosOf = (families: fc.Arbitrary<Family>): fc.Arbitrary<Scenario> =>
  fc.tuple(families, fc.nat(9999)).map(([draw, seed]) => draw(seed));

const families = fc.constantFrom(...FAMILIES);

/** Calls of a module before it was cleared; refusals are as good as answers. */
const pastsOf = (draw: Family): fc.Arbitrary<Past> =>
  fc.record({
    // What the scenario looks at is left best by one of its family.
    scenario: scenariosOf(fc.oneof(fc.constant(draw), families)),
    release: fc.constantFrom(...RELEASES),
    seconds: fc.integer({ min: 1, max: LONG }),
    isRefused: fc.integer({ min: 0, max: 6 }).map((number) => number === 6),
  });

const cases: fc.Arbitrary<Case> = families.chain((draw) =>
  fc.record({
    before: fc.array(pastsOf(draw), { minLength: 1, maxLength: 4 }),
    scenario: scenariosOf(fc.constant(draw)),
  }),
);

function live(module: SimulatorModule, past: Past): void {
  const { release, seconds, isRefused } = past;
  const { objects, scenario: document } = past.scenario;
  try {
    module.give("configure", configurationOf(release));
    module.give("objects", objects);
    module.give("scenario", isRefused ? document.replace(/}$/, ',"x":1}') : document);
    module.run(seconds);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  module.call("clear");
}

/** The verdict, with the digest of all events. */
function simulate(module: SimulatorModule, { objects, scenario }: Scenario) {
  module.give("objects", objects);
  module.give("scenario", scenario);
  module.run(LONG);
  return module.verdict();
}

test("a scenario after any others gives what it gives in a fresh module", { tags: "long" }, () => {
  fc.assert(
    fc.property(cases, ({ before, scenario }) => {
      const used = new SimulatorModule(SIMULATOR);
      for (const past of before) live(used, past);
      expect(simulate(used, scenario)).toEqual(simulate(new SimulatorModule(SIMULATOR), scenario));
    }),
    { seed: 1, numRuns: 60 },
  );
});
