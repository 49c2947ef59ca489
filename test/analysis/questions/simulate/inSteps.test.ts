import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import { inSteps, type Pace } from "../../../../analysis/questions/simulate/inSteps.ts";
import { secondsOfScenario } from "../../../../analysis/read/objects/scenario.ts";
import { Detail } from "../../../../assembly/abi.ts";

const ROOT = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const SIMULATOR = new WebAssembly.Module(
  readFileSync(new URL("dist/plimsoll-simulator.wasm", ROOT)),
);
const decoder = new TextDecoder();
const NAMES = readdirSync(new URL("examples/clusters", ROOT)).filter((name) =>
  existsSync(new URL(`examples/clusters/${name}/scenario.yaml`, ROOT)),
);

function loaded(name: string) {
  const at = `examples/clusters/${name}`;
  const engine = new SimulatorEngine(SIMULATOR);
  engine.configure(null);
  for (const document of parseAllDocuments(read(`${at}/objects.yaml`))) {
    engine.objects(document.toJS() as object);
  }
  const scenario = parse(read(`${at}/scenario.yaml`));
  engine.scenario(scenario);
  return { engine, seconds: secondsOfScenario(scenario) };
}

function simulated(name: string, { firstSeconds, clock }: Partial<Pace>) {
  const { engine, seconds } = loaded(name);
  const pace = { firstSeconds: firstSeconds ?? seconds, clock: clock ?? (() => 0) };
  let [events, steps, last] = ["", 0, 0];
  for (const { lines, at } of inSteps(engine, seconds, pace)) {
    events += decoder.decode(lines);
    steps += 1;
    expect(at).toBeGreaterThanOrEqual(last);
    last = at;
  }
  return { steps, all: { events, verdict: engine.report(Detail.Arithmetic).text } };
}

/** A clock that goes now fast and now slowly, the same way each time. */
function uneven(): () => number {
  let [now, turns] = [0, 0];
  return () => {
    turns += 1;
    now += turns % 5 === 0 ? 400 : 10;
    return now;
  };
}

describe("a scenario in steps", () => {
  it.each(NAMES)("tells what it tells at once: %s", (name) => {
    const atOnce = simulated(name, {});
    for (const firstSeconds of [0.01, 1, 3601.5]) {
      const some = simulated(name, { firstSeconds, clock: uneven() });
      expect(some.all).toEqual(atOnce.all);
      if (firstSeconds < 1) expect(some.steps).toBeGreaterThan(atOnce.steps);
    }
  });

  it("has longer steps where they take no time, so that there are few", () => {
    expect(simulated("eviction-hard-90-percent", { firstSeconds: 0.01 }).steps).toBeLessThan(60);
  });
});
