/** The two screens without a command: what a person may have, and all commands. */
import { COMMAND_GROUPS } from "../../../analysis/questions/options/commands.ts";
import { isFile, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";

const WITHOUT_CLUSTER = `\
Plimsoll explains evictions, OOM kills and pending pods, and checks the fixes.

Give it what you have:
  plimsoll FILE…                               any file below, several at once
  plimsoll 'The node was low on resource: …'   a message from an event
  kubectl describe pod POD | plimsoll          a pod, or its events
  kubectl get events -A -o json | plimsoll     all events
  journalctl -u kubelet -S -2h | plimsoll      a kubelet log
  dmesg -T | plimsoll                          a kernel log
`;

const ASK = `
  plimsoll next                                which node evicts next, which pod
  plimsoll schedule POD -n NAMESPACE           why a pod is pending
  plimsoll drain NODE --ignore-daemonsets      what blocks a drain
  plimsoll explain --node NODE                 who would be evicted first
`;

const CLOSING = `
Nothing at hand? plimsoll demo                 one eviction, explained

All commands: plimsoll -h      Page: plimsoll playground
`;

/** What a command line without any word prints: a cluster is offered where there is one. */
export async function startScreen(io: Io): Promise<string> {
  const context = await currentContext(io);
  const cluster = context === null ? "" : `\nAsk a cluster (context ${context}):${ASK}`;
  return `${WITHOUT_CLUSTER}${cluster}${CLOSING}`;
}

/** Only a name is looked for: what reads a kubeconfig for use would take longer than the rest. */
async function currentContext(io: Io): Promise<string | null> {
  const { kubeconfigPaths } = await import("../../daemon/kubernetes/kubeconfig.ts");
  for (const path of kubeconfigPaths(io.environment).filter((each) => isFile(each))) {
    const text = await readText(path, io).catch(() => "");
    const found = /^["']?current-context["']?:[ \t]*["']?([\w.:/@-]+)/m.exec(text);
    if (found?.[1] !== undefined) return found[1];
  }
  return null;
}

const USAGE = "Usage: plimsoll [FILE… | - | COMMAND] [options]";

const EVERYWHERE = `
-o text|json|…   output format          --all       everything, not one screen
-n, -A           namespace, all         --config    kubelet configuration
--context NAME   cluster to ask         NO_COLOR=1  no color
Exit codes: 0 done, 1 findings, 2 usage, 3 input, 4 bug      --help: all of it
`;

/** All commands on one screen, by what people work on. */
export function overview(): string {
  const groups = Object.entries(COMMAND_GROUPS).flatMap(([group, commands]) =>
    group === "More"
      ? [`${group.padEnd(GROUP_COLUMNS)}${Object.keys(commands).join(", ")}, version, help COMMAND`]
      : Object.entries(commands).map(([name, summary], index) => {
          const title = index === 0 ? group : "";
          return `${title.padEnd(GROUP_COLUMNS)}${name.padEnd(NAME_COLUMNS)}${summary}`;
        }),
  );
  return [USAGE, "", ...groups, EVERYWHERE].join("\n");
}

const GROUP_COLUMNS = 11;
const NAME_COLUMNS = 10;
