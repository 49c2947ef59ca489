/** Plays a story in real time: the control plane's processes, and nodes of test/oracle/loop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { OracleEvent } from "../compare.ts";
import { forOracle, type Story } from "../story.ts";
import { type Programs, startComponents } from "./components.ts";
import type { ToldByProcesses } from "./told.ts";

/** The node lifecycle controller's, whose rhythm the story begins in. */
const MONITOR_MILLISECONDS = 5000;
/** For the nodes' program to be ready. */
const LEAD_MILLISECONDS = 2 * MONITOR_MILLISECONDS;

interface Answer {
  readonly events: readonly OracleEvent[];
  readonly error?: string;
}

export async function playOnProcesses(programs: Programs, story: Story): Promise<ToldByProcesses> {
  const names = story.nodes.map(({ node }) => node.metadata.name);
  const components = await startComponents(programs, names);
  const { kubeconfigs, kubernetes } = components;
  try {
    const beginsAt = Math.round((await components.nodesLookedAt()) + LEAD_MILLISECONDS);
    const words = ["-kubeconfigs", kubeconfigs, "-begins-at", String(beginsAt)];
    const { events, error } = await playNodes(programs.nodes, words, story);
    if (error !== undefined) throw new Error(`The story "${story.id}" is not played: ${error}`);
    return { story: story.id, kubernetes, events };
  } finally {
    await components.stop();
  }
}

async function playNodes(nodes: string, words: readonly string[], story: Story): Promise<Answer> {
  const child = spawn(nodes, words, { stdio: ["pipe", "pipe", "inherit"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.stdin.end(`${forOracle(story)}\n`);
  const [answer] = await Promise.all([text(child.stdout), once(child, "close")]);
  process.off("exit", end);
  if (answer === "") throw new Error(`The nodes of "${story.id}" ended early; see above.`);
  return JSON.parse(answer) as Answer;
}
