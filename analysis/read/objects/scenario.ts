/** A story of a cluster: what workloads use and what is done to it. The module judges it. */

import { isMembers } from "../json/untyped.ts";
import { ConfigurationError } from "../kubelet/error.ts";
import type { ConfigurationText, KubeletConfiguration } from "../kubelet/loaded.ts";
import { parseDuration } from "../kubelet/validation/goText.ts";
import { jsonDocumentsOf } from "../kubelet/yaml.ts";

export interface StoryNode {
  readonly name?: unknown;
  readonly kubelet?: unknown;
  readonly [member: string]: unknown;
}

/** As `schemas/story-1.schema.json` has it; members are as they were written. */
export interface Story {
  readonly seed?: unknown;
  readonly kubelet?: unknown;
  readonly nodes?: readonly StoryNode[];
  readonly workloads?: unknown;
  readonly changes?: unknown;
  readonly [member: string]: unknown;
}

/** A kubelet configuration of one node, or of every node that has none of its own. */
export interface StoryKubelet {
  readonly node: string | null;
  readonly configuration: KubeletConfiguration;
}

const DEFAULT_SECONDS = 6 * 3600;
/** A year. */
const SECONDS_MAX = 366 * 86_400;

/** How long a story is told; the module has checked it. */
export function secondsOfStory({ until }: Story): number {
  return typeof until === "string" ? virtualSeconds(until) : DEFAULT_SECONDS;
}

/** A moment of a story, in seconds: `1h2m`, `90s`; NaN for a text that is none. */
export function virtualSeconds(text: string): number {
  const parsed = parseDuration(text);
  const seconds = "value" in parsed ? Number(parsed.value) / 1e9 : Number.NaN;
  return seconds > 0 && seconds <= SECONDS_MAX ? seconds : Number.NaN;
}

/** What a command line says beside a story; it wins. */
export interface StoryOptions {
  readonly seed?: number;
  readonly kubelets?: readonly StoryKubelet[];
}

export interface ReadStory {
  readonly story: Story;
  /** What is worth knowing about the text, a sentence each. */
  readonly notes: readonly string[];
}

/** Reads YAML or JSON; throws ConfigurationError for what is not one map. */
export function readStory(source: ConfigurationText): ReadStory {
  const { values, notes } = jsonDocumentsOf(source);
  const [story, second] = values;
  if (story === undefined) {
    throw new ConfigurationError(`${source.name} is empty; write {} to mean an empty story.`);
  }
  if (second !== undefined) {
    throw new ConfigurationError(`${source.name}: it has more than one document; give one story.`);
  }
  if (!isMembers(story)) {
    throw new ConfigurationError(
      `${source.name}: a story is a map with workloads, changes and the like; see the schema.`,
    );
  }
  if ("kind" in story || "items" in story) {
    throw new ConfigurationError(
      `${source.name}: this is an object of Kubernetes and not a story; give it with the objects.`,
    );
  }
  return { story: story as Story, notes: notes.map(({ sentence }) => sentence) };
}

/** The story with what was said beside it. */
export function withOptions(story: Story, { seed, kubelets = [] }: StoryOptions): Story {
  const seeded = seed === undefined ? story : { ...story, seed };
  return kubelets.reduce(withKubelet, seeded);
}

function withKubelet(story: Story, { node, configuration }: StoryKubelet): Story {
  if (node !== null) return withNode(story, node, { kubelet: configuration });
  // It stands for every node, as a flag stands before a file.
  const nodes = nodesOf(story).map(withoutKubelet);
  return { ...story, kubelet: configuration, ...(nodes.length === 0 ? {} : { nodes }) };
}

function withoutKubelet(node: StoryNode): StoryNode {
  if (!isMembers(node)) return node;
  const { kubelet: _, ...others } = node;
  return others;
}

/** The story with members of a node in place of those that it has. */
export function withNode(story: Story, name: string, members: StoryNode): Story {
  const nodes = nodesOf(story);
  const found = nodes.findIndex((node) => isMembers(node) && node.name === name);
  if (found < 0) return { ...story, nodes: [...nodes, { name, ...members }] };
  const changed = nodes.map((node, index) => (index === found ? { ...node, ...members } : node));
  return { ...story, nodes: changed };
}

/** As they were written: the module refuses one that is not a map. */
export function nodesOf({ nodes }: Story): readonly StoryNode[] {
  return Array.isArray(nodes) ? nodes : [];
}

/** The kubelet configuration that a story gives to a node; null for the defaults. */
export function kubeletOf(story: Story, name: string): KubeletConfiguration | null {
  const found = nodesOf(story).find((node) => isMembers(node) && node.name === name);
  const own = found?.kubelet ?? story.kubelet;
  return isMembers(own) ? own : null;
}
