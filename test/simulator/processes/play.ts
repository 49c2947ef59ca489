/**
 * Plays a scenario in real time: the control plane's processes, and nodes of test/oracle/simulator.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { OracleEvent } from "../compare.ts";
import { forOracle, type Scenario } from "../scenario.ts";
import { type Programs, startComponents } from "./components.ts";
import type { RecordedByProcesses } from "./recordedEvents.ts";

/** The node lifecycle controller's, whose rhythm the scenario begins in. */
const MONITOR_MILLISECONDS = 5000;
/** For the nodes' program to be ready. */
const LEAD_MILLISECONDS = 2 * MONITOR_MILLISECONDS;

interface Answer {
  readonly events: readonly OracleEvent[];
  readonly error?: string;
}

export async function playOnProcesses(
  programs: Programs,
  scenario: Scenario,
): Promise<RecordedByProcesses> {
  const names = scenario.nodes.map(({ node }) => node.metadata.name);
  const components = await startComponents(programs, names);
  const { kubeconfigs, kubernetes } = components;
  try {
    const beginsAt = Math.round((await components.nodesLookedAt()) + LEAD_MILLISECONDS);
    const words = ["-kubeconfigs", kubeconfigs, "-begins-at", String(beginsAt)];
    const { events, error } = await playNodes(programs.nodes, words, scenario);
    if (error !== undefined)
      throw new Error(`The scenario "${scenario.id}" is not played: ${error}`);
    return { scenario: scenario.id, kubernetes, events };
  } finally {
    await components.stop();
  }
}

async function playNodes(
  nodes: string,
  words: readonly string[],
  scenario: Scenario,
): Promise<Answer> {
  const child = spawn(nodes, words, { stdio: ["pipe", "pipe", "inherit"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.stdin.end(`${forOracle(scenario)}\n`);
  const [answer] = await Promise.all([text(child.stdout), once(child, "close")]);
  process.off("exit", end);
  if (answer === "") throw new Error(`The nodes of "${scenario.id}" ended early; see above.`);
  return JSON.parse(answer) as Answer;
}
