import { type Command, InvalidArgumentError, Option } from "commander";
import { METHODS } from "../../../daemon/actuators/kubernetes/methods.ts";
import type { Taint } from "../../../daemon/kubernetes/objects.ts";
import { addApiServerOptions } from "../../input/apiServer.ts";
import type { ActBefore } from "./runOptions.ts";

/** Where the API server and the kubelet are, and what makes them believe us. */
export function addKubernetesOptions(command: Command): Command {
  return addApiServerOptions(command.optionsGroup("Kubernetes:"))
    .addOption(
      new Option(
        "--kubelet <address>",
        "source kubelet: http://HOST:10255 for a read-only port",
      ).default("https://127.0.0.1:10250"),
    )
    .option(
      "--kubelet-token-file <file>",
      "source kubelet: a bearer token (default: the pod's service account)",
    )
    .option(
      "--kubelet-ca <file>",
      "source kubelet: the CA of its certificate (default: the pod's service account)",
    )
    .option(
      "--kubelet-client-certificate <file>",
      "source kubelet: a client certificate instead of a token",
    )
    .option("--kubelet-client-key <file>", "source kubelet: the key of the client certificate")
    .option("--kubelet-insecure-skip-tls-verify", "source kubelet: accept any certificate");
}

export function addKubernetesActOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--act-before <margin>",
        "act kubernetes: so far above each limit of the kubelet's, of the capacity (10%), or of " +
          "named signals alone (memory.available=1Gi,nodefs.available=5%)",
      ).argParser(actBeforeOf),
    )
    .option(
      "--sole-evictor",
      "act kubernetes: at any threshold, where the kubelet's configz says that it evicts on none",
    )
    .option(
      "--lease-namespace <name>",
      "act kubernetes: of the Leases and of the ConfigMap plimsoll-acting " +
        "(default: $POD_NAMESPACE, or plimsoll)",
    )
    .addOption(
      new Option("--method <name>", `act kubernetes: ${methodsText()}`)
        .choices(Object.keys(METHODS))
        .default("eviction"),
    )
    .option(
      "--node-condition [prefix]",
      "act kubernetes: report conditions on the node, such as PlimsollMemoryPressure",
    )
    .addOption(
      new Option(
        "--node-taint <taint>",
        "act kubernetes: while there is a condition, such as example.org/pressure:NoSchedule",
      ).argParser(taintOf),
    );
}

function methodsText(): string {
  return Object.entries(METHODS)
    .map(([name, { summary }]) => `${name}: ${summary}`)
    .join("; ");
}

/** NoExecute is left out: it would evict every pod of the node that does not tolerate it. */
const TAINT = /^([A-Za-z0-9][\w./-]*)(?:=([\w.-]*))?:(NoSchedule|PreferNoSchedule)$/;

function taintOf(text: string): Taint {
  const [, key, value, effect] = TAINT.exec(text) ?? [];
  if (key === undefined || effect === undefined) {
    throw new InvalidArgumentError("Write it as KEY:NoSchedule or KEY=VALUE:PreferNoSchedule.");
  }
  return { key, effect, ...(value === undefined ? {} : { value }) };
}

function actBeforeOf(text: string): ActBefore {
  if (/^\d+(?:\.\d+)?%$/.test(text)) return { text, margins: text };
  const pairs = text.split(",").map((pair) => pair.split("=").map((side) => side.trim()));
  if (pairs.every(([signal, amount, ...more]) => signal && amount && more.length === 0)) {
    return { text, margins: Object.fromEntries(pairs) };
  }
  throw new InvalidArgumentError("Write it as 10% or memory.available=1Gi,nodefs.available=5%.");
}
