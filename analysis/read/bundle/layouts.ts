/**
 * Where bundles keep evidence of an eviction: a table from paths to contents. The facts
 * are those of the tools that write them: `oc adm inspect` and the collection scripts of
 * openshift/must-gather, the plugins kubernetes and openshift of sosreport/sos, the collectors of
 * replicatedhq/troubleshoot, `installer-gather.sh` of openshift/installer, the snapshots of
 * vmware-tanzu/sonobuoy, and `kubectl cluster-info dump --output-directory`.
 */

export type BundleTool =
  | "must-gather"
  | "sosreport"
  | "support-bundle"
  | "log-bundle"
  | "sonobuoy"
  | "cluster-info"
  | "logs";

export const TOOL_NAMES: Readonly<Record<BundleTool, string>> = {
  "must-gather": "an OpenShift must-gather",
  sosreport: "a sosreport",
  "support-bundle": "a support bundle of troubleshoot.sh",
  "log-bundle": "a log bundle of openshift-install",
  sonobuoy: "a snapshot of sonobuoy",
  "cluster-info": "a kubectl cluster-info dump",
  logs: "a folder with a kubelet's log",
};

/** What a member of a bundle holds. */
export type MemberKind =
  | "events"
  | "pods"
  | "nodes"
  | "log"
  | "kernel"
  | "configuration"
  | "summary"
  | "hostname";

interface Row {
  readonly tool: BundleTool;
  readonly kind: MemberKind;
  /** The group `node` is the node that the member is about, `role` the role of its nodes. */
  readonly path: RegExp;
  /** The log has lines of several nodes. */
  readonly isShared?: boolean;
}

/** The first row that fits counts, so more specific rows come first. */
const ROWS: readonly Row[] = [
  // A folder for each namespace, and in it one for each API group.
  row("must-gather", "events", /namespaces\/[^/]+\/core\/events\.yaml$/),
  row("must-gather", "pods", /namespaces\/[^/]+\/core\/pods\.yaml$/),
  row("must-gather", "pods", /namespaces\/[^/]+\/pods\/(?<pod>[^/]+)\/\k<pod>\.yaml$/),
  row("must-gather", "nodes", /cluster-scoped-resources\/core\/nodes(?:\/[^/]+)?\.yaml$/),
  // gather_ppc: `oc adm node-logs NODE -u kubelet | gzip`.
  row("must-gather", "log", /nodes\/(?<node>[^/]+)\/\k<node>_logs_kubelet(?:\.gz)?$/),
  // gather_service_logs: by role, or by the name of a node.
  shared(
    "must-gather",
    /host_service_logs\/(?<role>master|worker)s\/kubelet_service\.log(?:\.gz)?$/,
  ),
  shared("must-gather", /host_service_logs\/windows\/log_files\/kubelet\/kubelet\.log$/),
  row("must-gather", "log", /host_service_logs\/(?<node>[^/]+)\/kubelet_service\.log(?:\.gz)?$/),
  row(
    "must-gather",
    "configuration",
    /machineconfiguration\.openshift\.io\/kubeletconfigs(?:\/[^/]+)?\.yaml$/,
  ),
  row(
    "must-gather",
    "configuration",
    /machineconfiguration\.openshift\.io\/machineconfigs\/rendered-[^/]+\.yaml$/,
  ),
  // The name of a file is the command line that wrote it.
  row(
    "sosreport",
    "events",
    /sos_commands\/\w+\/(?:\S+\/)?[^\s/]*_get_(?:[^\s/]+_)?events(?:_[^\s/]*)?$/,
  ),
  row(
    "sosreport",
    "pods",
    /sos_commands\/\w+\/(?:\S+\/)?[^\s/]*_get_(?:[^\s/]+_)?pods(?:_[^\s/]*)?$/,
  ),
  row(
    "sosreport",
    "nodes",
    /sos_commands\/\w+\/(?:\S+\/)?[^\s/]*_get_(?:[^\s/]+_)?nodes(?:_[^\s/]*)?$/,
  ),
  row("sosreport", "log", /sos_commands\/\w+\/journalctl_\S*--unit_\S*(?:kubelet|k3s|rke2)\S*$/),
  row("sosreport", "log", /sos_commands\/logs\/journalctl_--no-pager(?:_--boot)?$/),
  row("sosreport", "kernel", /sos_commands\/kernel\/dmesg(?:_-T)?$/),
  row("sosreport", "kernel", /sos_commands\/logs\/journalctl_--no-pager_\S*dmesg\S*$/),
  row("sosreport", "kernel", /var\/log\/(?:dmesg|kern\.log)(?:\.gz)?$/),
  row("sosreport", "configuration", /var\/lib\/kubelet\/config\.yaml$/),
  row("sosreport", "configuration", /etc\/kubernetes\/kubelet\.conf$/),
  row("sosreport", "hostname", /sos_commands\/(?:host|general)\/hostname$/),
  // A file for each namespace; those of collectors have the collector's name.
  row("support-bundle", "events", /cluster-resources\/events\/[^/]+\.json$/),
  row("support-bundle", "pods", /cluster-resources\/pods\/[^/]+\.json$/),
  row("support-bundle", "nodes", /cluster-resources\/nodes\.json$/),
  row("support-bundle", "summary", /node-metrics\/(?:[^/]+\/)?(?<node>[^/]+)\.json$/),
  row(
    "support-bundle",
    "log",
    /host-collectors\/(?:journald|run-host)\/(?:(?<node>[^/]+)\/)?\S*kubelet\S*(?<!stderr)\.txt$/,
  ),
  // Of the machine that bootstraps, and of each of the control plane.
  row("log-bundle", "log", /(?<node>[^/]+)\/journals\/kubelet\.log(?:\.gz)?$/),
  row("log-bundle", "nodes", /log-bundle[^/]*\/resources\/nodes\.json$/),
  row("log-bundle", "events", /log-bundle[^/]*\/resources\/events\.json$/),
  row("log-bundle", "pods", /log-bundle[^/]*\/resources\/pods\.json$/),
  // `core_v1_nodes.json` with the group and the version, and `Nodes.json` before.
  row("sonobuoy", "nodes", /resources\/cluster\/(?:core_v1_nodes|Nodes)\.json$/),
  row("sonobuoy", "events", /resources\/ns\/[^/]+\/(?:core_v1_events|Events)\.json$/),
  row("sonobuoy", "pods", /resources\/ns\/[^/]+\/(?:core_v1_pods|Pods)\.json$/),
  row("sonobuoy", "configuration", /hosts\/(?<node>[^/]+)\/configz\.json$/),
  // The plugin runs `journalctl -o json` on each node.
  row(
    "sonobuoy",
    "log",
    /plugins\/systemd[-_]logs\/results\/(?<node>[^/]+?)(?:\.json|\/systemd_logs)?$/,
  ),
  row("cluster-info", "nodes", /nodes\.(?:json|yaml)$/),
  row("cluster-info", "events", /[^/]+\/events\.(?:json|yaml)$/),
  row("cluster-info", "pods", /[^/]+\/pods\.(?:json|yaml)$/),
  row("logs", "log", /[^/]*kubelet[^/]*\.log(?:\.gz)?$/),
];

/**
 * Folders that one tool alone writes, whatever else was put next to them or is in them. Those of
 * the first row win: a sosreport may contain the logs of an installer.
 */
const MARKS: readonly (readonly [tool: BundleTool, path: RegExp])[] = [
  ["sosreport", /(?:^|\/)sos_(?:commands|logs|reports)\//],
  ["log-bundle", /^(?:\.\/)?log-bundle[^/]*\//],
];

/** The tool that a path gives away; null for most paths. */
export function markedTool(path: string): BundleTool | null {
  if (path.length > PATH_LENGTH_MAX) return null;
  return MARKS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** The tool of a bundle whose paths give away these. */
export function strongestMark(marks: ReadonlySet<BundleTool | null>): BundleTool | null {
  return MARKS.find(([tool]) => marks.has(tool))?.[0] ?? null;
}

function row(tool: BundleTool, kind: MemberKind, path: RegExp): Row {
  return { tool, kind, path: new RegExp(`(?:^|/)${path.source}`) };
}

function shared(tool: BundleTool, path: RegExp): Row {
  return { ...row(tool, "log", path), isShared: true };
}

/** The content of a file in a bundle. */
export interface Placed {
  readonly tool: BundleTool;
  readonly kind: MemberKind;
  /** The node that it is about, where its path says so. */
  readonly node: string | null;
  readonly isShared: boolean;
  /** The role of the nodes whose lines a shared log has, where its path says so. */
  readonly role: string | null;
  /** The number of its row: what is lower is the better source of the same. */
  readonly rank: number;
}

/** No tool writes a longer path; a search in a longer one takes its time. */
const PATH_LENGTH_MAX = 1024;

/** Null for what says nothing of an eviction. */
export function placed(path: string): Placed | null {
  if (path.length > PATH_LENGTH_MAX) return null;
  for (const [rank, { tool, kind, path: pattern, isShared = false }] of ROWS.entries()) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const { node = null, role = null } = found.groups ?? {};
    return { tool, kind, node, isShared, role, rank };
  }
  return null;
}

/** Whether a tool wrote the files; a list of pods or nodes by itself is anybody's. */
export function isBundle(paths: readonly string[]): boolean {
  const found = paths.flatMap((path) => placed(path) ?? []);
  const tool = toolOf(found);
  if (paths.some((path) => markedTool(path) !== null)) return true;
  const kinds = new Set(found.filter((each) => each.tool === tool).map(({ kind }) => kind));
  return tool !== null && tool !== "logs" && (tool !== "cluster-info" || kinds.size > 1);
}

/** The tool that wrote most of what was found; the first of the table among equals. */
export function toolOf(members: readonly Placed[]): BundleTool | null {
  const counts = new Map<BundleTool, number>();
  for (const { tool } of members) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const tools = Object.keys(TOOL_NAMES) as BundleTool[];
  return tools.reduce<BundleTool | null>((best, tool) => {
    const count = counts.get(tool) ?? 0;
    return count > (best === null ? 0 : (counts.get(best) ?? 0)) ? tool : best;
  }, null);
}
