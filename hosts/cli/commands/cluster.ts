import { Command, Option } from "commander";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { addApiServerOptions } from "../input/apiServer.ts";
import { nodeFileOf } from "../input/nodeFile.ts";
import { addObjectsOptions, refuseStdinTwice, refuseTwoClusters } from "../input/objectsOptions.ts";
import { momentOf, type PlayOptions, seedOf } from "../input/playedCluster.ts";
import { type ClusterExplainOptions, explainCluster } from "./cluster/explainCluster.ts";
import { type ClusterCommandOptions, runCluster } from "./cluster/runCluster.ts";

const EXAMPLES = `
Examples:
  plimsoll cluster --example eviction-loop
  plimsoll cluster --objects dump.json --story story.yaml
  plimsoll cluster --objects dump/ --story story.yaml --kubelet-config kubelet.yaml --until 24h
  plimsoll cluster --objects dump.json --capture node-1.ndjson.gz --capture node-2.ndjson.gz
  plimsoll cluster --objects dump.json --story story.yaml --output ndjson | jq -c .kind
  plimsoll cluster explain --example eviction-loop --at 2m39s --node worker-1

A cluster in virtual time: kubelets evict, admit and report, the scheduler places, controllers taint
nodes, create pods again and collect those that failed. Objects are those that plimsoll schedule
reads, with Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs. A story says what their
containers use over time and what is done to the cluster; schemas/story-1.schema.json describes it.
Captures say what was used on their nodes: each pod follows its own, and so does the one that
comes in its place.

It is played until it settles, until it has proved to come to the same state again and again, or
until --until. For a cluster that thrashes or cascades, the smallest single changes that end it are
searched, each verified by playing it again.

Ends with 0 when the cluster settles, and when that is undecided within --until; with 1 when it
thrashes or cascades.`;

const EXPLAIN_EXAMPLES = `
Examples:
  plimsoll cluster explain --example eviction-loop --at 2m39s --node worker-1
  plimsoll cluster explain --objects dump.json --story story.yaml --at 1h2m --node worker-1

Plays the cluster up to that moment, and explains the step of the node's kubelet there as plimsoll
explain does.`;

export function clusterCommand(io: Io): Command {
  const command = new Command("cluster")
    .summary("play a cluster in virtual time: does it settle, thrash or cascade?")
    .description(
      "Plays a cluster in virtual time, and says whether it settles, thrashes or cascades, and " +
        "what would end that.",
    )
    .enablePositionalOptions();
  addPlayOptions(command)
    .addOption(
      new Option(
        "--until <duration>",
        "how long to play, such as 6h (default: the story's, or 6h)",
      ).argParser(momentOf),
    )
    .option("--no-search", "do not search for changes that end it")
    .option("--all", "show every event")
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "ndjson", "json"])
        .default("text"),
    )
    .optionsGroup("Cluster:");
  return addApiServerOptions(command)
    .addHelpText("after", EXAMPLES)
    .action((options: ClusterCommandOptions) => {
      refuseContradictions(options);
      return runCluster(options, io);
    })
    .addCommand(explainCommand(io));
}

function explainCommand(io: Io): Command {
  const command = new Command("explain")
    .summary("explain what a node's kubelet decides at a moment")
    .description("Explains what the kubelet of a node decides at a moment of the story, and why.");
  addPlayOptions(command)
    .requiredOption("--node <name>", "the node")
    .addOption(
      new Option("--at <duration>", "the moment, since the start of the story: 1h2m")
        .argParser(momentOf)
        .makeOptionMandatory(),
    )
    .option("--all", "show every ranked pod")
    .addOption(
      new Option("-o, --output <form>", "output format").choices(["text", "json"]).default("text"),
    )
    .optionsGroup("Cluster:");
  return addApiServerOptions(command)
    .addHelpText("after", EXPLAIN_EXAMPLES)
    .action((options: ClusterExplainOptions, { parent }: Command) => {
      refuseOptionsBefore(parent);
      refuseContradictions(options);
      return explainCluster(options, io);
    });
}

function addPlayOptions(command: Command): Command {
  return addObjectsOptions(command, "nodes, pods, owners and the like", STORIES)
    .option("--story <file>", "what workloads use and what is done, in YAML or JSON")
    .addOption(
      new Option(
        "--capture <[node=]file>",
        "what was used: a capture of a node, or its /stats/summary; may be repeated",
      ).argParser(nodeFileOf),
    )
    .addOption(
      new Option(
        "--kubelet-config <[node=]file>",
        "a KubeletConfiguration of every node, or of one; may be repeated",
      ).argParser(nodeFileOf),
    )
    .option("--config <file>", "a KubeSchedulerConfiguration (default: the scheduler's own)")
    .option(
      "--kubernetes-version <version>",
      "the release of the scheduler, and of kubelets whose nodes and configurations tell none " +
        "(default: the API server's, or 1.36)",
    )
    .addOption(
      new Option(
        "--seed <number>",
        "of what the story leaves to chance (default: its own, or 0)",
      ).argParser(seedOf),
    );
}

/** They would be those of `plimsoll cluster`, which is not what is asked for. */
function refuseOptionsBefore(cluster: Command | null): void {
  const given = cluster?.options.find(
    (option) => cluster.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (given === undefined) return;
  throw usageFailure(`${given.long} stands before explain; write it behind.`);
}

const STORIES = "a story that ships with plimsoll, such as eviction-loop";

function refuseContradictions(options: PlayOptions): void {
  const { objects = [], story, config } = options;
  const files = [...(options.kubeletConfig ?? []), ...(options.capture ?? [])];
  refuseTwoClusters(options);
  refuseStdinTwice(...objects, story, config, ...files.map(({ path }) => path));
}
