import { Command, Option } from "commander";
import { type CheckedConfiguration, checkConfiguration } from "../../shared/check.ts";
import { Engine } from "../../shared/engine.ts";
import { Findings, usageFailure } from "../exitCode.ts";
import type { Io } from "../io.ts";
import { flagsOfOptions } from "../kubeletFlags.ts";
import {
  addPolicyOptions,
  configurationText,
  loadPolicies,
  type PolicyOptions,
} from "../policyInput.ts";
import { findings } from "../terminal/findings.ts";
import { styleOf } from "../terminal/style.ts";
import { loadCore } from "../wasm.ts";

interface CheckOptions extends PolicyOptions {
  readonly output: "text" | "json";
}

const EXAMPLES = `
Examples:
  plimsoll check kubelet.yaml
  plimsoll check kubelet.yaml --eviction-hard 'memory.available<500Mi' --capacity memory=8Gi
  kubectl get --raw /api/v1/nodes/worker-3/proxy/configz | plimsoll check -

Reads a KubeletConfiguration (YAML, JSON), the answer of configz, kubeadm's ConfigMap, an OpenShift
KubeletConfig or NodeConfig, k3s kubelet-arg, or the kubelet's command line. Ends with 1 when the
kubelet would not start.`;

export function checkCommand(io: Io): Command {
  const command = new Command("check")
    .summary("every error the kubelet would stop on, and the traps it would not mention")
    .description("Checks kubelet configurations as the kubelet would, and says what it would not.")
    .argument("[config...]", "a configuration in any form; - is standard input")
    .addOption(
      new Option("--output <form>", "how to print it").choices(["text", "json"]).default("text"),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((paths: readonly string[], options: CheckOptions) =>
    runCheck(paths, options, io),
  );
}

async function runCheck(paths: readonly string[], options: CheckOptions, io: Io): Promise<void> {
  if (paths.length === 0 && flagsOfOptions(options).length === 0) {
    throw usageFailure("Nothing to check: give a configuration file, - or kubelet flags.");
  }
  const files = paths.length === 0 ? [undefined] : paths;
  const checked: CheckedConfiguration[] = [];
  for (const path of files) checked.push(...(await check(path, options, io)));
  await io.stdout.write(options.output === "json" ? jsonOf(checked) : textOf(checked, io));
  if (checked.some(({ errors }) => errors.length > 0)) throw new Findings();
}

async function check(
  path: string | undefined,
  options: CheckOptions,
  io: Io,
): Promise<readonly CheckedConfiguration[]> {
  const source = await configurationText(path, io);
  const engine = new Engine(await loadCore());
  const file = source?.name ?? "the flags";
  const policies = await loadPolicies(source, options, io);
  return policies.map(({ part, json, notes }) => {
    const name = part === undefined ? file : `${file} (${part})`;
    return checkConfiguration(engine, { name, source, json, notes });
  });
}

function textOf(checked: readonly CheckedConfiguration[], io: Io): string {
  const style = styleOf(io);
  const blocks = checked.map((each) => [...findings(each, style)]);
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

function jsonOf(checked: readonly CheckedConfiguration[]): string {
  return `${JSON.stringify({ plimsoll: "check/1", configurations: checked }, null, 2)}\n`;
}
