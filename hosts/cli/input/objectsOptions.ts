import { type Command, Option } from "commander";
import { usageFailure } from "../exitCode.ts";
import type { ApiServerOptions } from "./apiServer.ts";
import { listed } from "./capture.ts";

/** Where the objects of a cluster come from: files, an example, or an API server. */
export interface ObjectsOptions extends ApiServerOptions {
  readonly objects?: readonly string[];
  readonly example?: string;
}

const EXAMPLES = "an example cluster that ships with plimsoll: budgets, shop";

/** `what` the objects have to be for the command. */
export function addObjectsOptions(command: Command, what: string, examples = EXAMPLES): Command {
  return command
    .addOption(
      new Option(
        "--objects <files...>",
        `${what}: a file, a folder or an archive; - is standard input`,
      ).argParser(listed),
    )
    .option("--example <name>", `use ${examples}`);
}

export function refuseTwoClusters(options: ObjectsOptions): void {
  const { objects, example, kubeconfig, context } = options;
  // A context is one of a kubeconfig: together they are one cluster.
  const server = kubeconfig === undefined ? { context } : { kubeconfig };
  const given = Object.entries({ objects, example, ...server });
  const [first, second] = given.filter(([, value]) => value !== undefined).map(([flag]) => flag);
  if (second === undefined) return;
  throw usageFailure(`--${first} and --${second} are two clusters; give one.`);
}

/** Standard input is read once; `files` are all that are read, `-` for it. */
export function refuseStdinTwice(...files: readonly (string | undefined)[]): void {
  if (files.filter((each) => each === "-").length < 2) return;
  throw usageFailure("Standard input is named twice; give one as a file.");
}
