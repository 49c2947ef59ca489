/**
 * What `clear` leaves of a scenario: nothing. Whatever a module has simulated before, and wherever
 * that ended, the next scenario gives what a module gives that has simulated nothing.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTROLLERS, scenarioOf } from "./controllers/scenarios.ts";
import { drawScenario } from "./draw.ts";
import { LOOP } from "./playing.ts";
import { forModule } from "./scenario.ts";
import { Refused, SimulatorModule } from "./simulatorModule.ts";
import { drawSmall } from "./small.ts";

interface Scenario {
  readonly objects: string;
  readonly scenario: string;
}

/** Seconds of virtual time: most of what is drawn happens within it. */
const LONG = 1200;
/** Scenarios are left in the middle, at the end, or before they begin. */
const ENDS = [0, 7, 300, LONG];
/** Each release has its own queue. */
const RELEASES = ["1.29", "1.36"];

const FAMILIES: readonly ((seed: number) => Scenario)[] = [
  (seed) => {
    const { objects, scenario } = drawSmall(seed);
    const items = JSON.stringify({ kind: "List", items: objects });
    return { objects: items, scenario: JSON.stringify(scenario) };
  },
  (seed) => forModule(drawScenario(seed)),
  ...CONTROLLERS.map((controller) => (seed: number) => forModule(scenarioOf(controller, seed))),
];

function configurationOf(release: string): string {
  return JSON.stringify({
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    plimsoll: { kubernetesVersion: release },
  });
}

const scenarios = fc
  .tuple(fc.constantFrom(...FAMILIES), fc.nat(9999))
  .map(([draw, seed]) => draw(seed));

/** What somebody asked of a module before it was cleared; refusals are as good as answers. */
const pasts = fc.record({
  scenario: scenarios,
  release: fc.constantFrom(...RELEASES),
  seconds: fc.constantFrom(...ENDS),
  isRefused: fc.boolean(),
});

type Past = typeof pasts extends fc.Arbitrary<infer Value> ? Value : never;

function live(module: SimulatorModule, { scenario, release, seconds, isRefused }: Past): void {
  try {
    module.give("configure", configurationOf(release));
    module.give("objects", scenario.objects);
    // What was read before the refusal is there, and a second scenario takes its place.
    if (isRefused) module.give("scenario", scenario.scenario.replace(/}$/, ',"seeds":1}'));
    else module.give("scenario", scenario.scenario);
    if (seconds > 0) module.run(seconds);
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

test("a scenario after any others gives what it gives in a fresh module", () => {
  fc.assert(
    fc.property(fc.array(pasts, { minLength: 1, maxLength: 3 }), scenarios, (before, scenario) => {
      const used = new SimulatorModule(LOOP);
      for (const past of before) live(used, past);
      expect(simulate(used, scenario)).toEqual(simulate(new SimulatorModule(LOOP), scenario));
    }),
    { seed: 1, numRuns: 40 },
  );
});
