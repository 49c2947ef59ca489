import {
  type BundleFindings,
  type FoundMember,
  logsOf,
  missingOf,
} from "../../read/bundle/findings.ts";
import { type MemberKind, TOOL_NAMES } from "../../read/bundle/layouts.ts";
import { configurationOf } from "../../read/bundle/nodeConfiguration.ts";
import { formatBytes, formatCount, plural } from "../../text/amount.ts";
import { section, sectionColumns } from "./section.ts";
import { shellWord } from "./shellWord.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";
import { hang } from "./wrap.ts";

const KINDS: readonly (readonly [kind: MemberKind, name: string])[] = [
  ["events", "events"],
  ["pods", "pods"],
  ["nodes", "node objects"],
  ["log", "kubelet logs"],
  ["configuration", "kubelet configuration"],
  ["summary", "stats Summary"],
];
/** Members of a kind that are named; there is one of events for each namespace. */
const PATHS_SHOWN = 4;
const SIZE_COLUMNS = 7;
const NODES_SHOWN = 20;
const NODES_NAMED = 3;

/** What is in a bundle, what is missing, and its nodes. */
export function bundleLines(name: string, findings: BundleFindings, style: Style): string[] {
  const { tool, members, nodes, messages } = findings;
  const columns = sectionColumns(style);
  const kind = tool === null ? "" : `: ${TOOL_NAMES[tool]}`;
  const root = sharedFolder(members.map(({ path }) => path));
  return [
    style.paint.title(`${name}${kind}`),
    `${plural(nodes.length, "node")}, ${plural(messages.length, "eviction message")}`,
    ...section(
      "What is in it",
      [
        ...(root === "" ? [] : hang("", `under ${root}`, columns)),
        ...KINDS.flatMap(([each, title]) => foundLines(title, each, members, root, columns)),
      ],
      style,
    ),
    ...section(
      "What is missing, and how it is had",
      missingOf(findings).flatMap(({ what, command }) => [
        ...hang("- ", what, columns),
        `    ${command}`,
      ]),
      style,
    ),
    ...section("Nodes", nodeLines(findings, columns, style), style),
    ...section("Whose configuration", configurationLines(findings, root, columns), style),
  ];
}

/** Which configuration of several is that of which nodes, and why one is of none. */
function configurationLines(findings: BundleFindings, root: string, columns: number): string[] {
  if (findings.configurations.every(({ object }) => object === undefined)) return [];
  const nodes = new Map<string, string[]>();
  for (const { name } of findings.nodes) {
    const own = configurationOf(findings, name);
    const said =
      own.found === null
        ? `none: ${own.reason ?? "there is none"}`
        : own.found.path.slice(root.length);
    nodes.set(said, [...(nodes.get(said) ?? []), name]);
  }
  return [...nodes].flatMap(([said, names]) => {
    const more = names.length - NODES_NAMED;
    const named = names.slice(0, NODES_NAMED).join(", ");
    const listed = `${named}${more > 0 ? ` and ${more} more` : ""}`;
    return hang(`${listed}: `, said, columns);
  });
}

function foundLines(
  title: string,
  kind: MemberKind,
  all: readonly FoundMember[],
  root: string,
  columns: number,
): string[] {
  const members = all.filter((member) => member.kind === kind);
  if (members.length === 0) return [];
  const shown = kind === "log" ? members : members.slice(0, PATHS_SHOWN);
  const more = members.length - shown.length;
  return [
    ...hang("", `${title}, ${plural(members.length, "member")}`, columns),
    ...shown.flatMap(({ path, bytes }) =>
      hang(`  ${sizeText(bytes).padStart(SIZE_COLUMNS)}  `, path.slice(root.length), columns),
    ),
    ...(more > 0 ? [`  ${" ".repeat(SIZE_COLUMNS)}  and ${formatCount(more)} more`] : []),
  ];
}

function sizeText(bytes: number | null): string {
  return bytes === null ? "" : formatBytes(bytes);
}

/** The folder that all of the paths are in, with its slash; empty where there is none. */
function sharedFolder(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  let end = first.lastIndexOf("/") + 1;
  for (const path of others) {
    while (end > 0 && !path.startsWith(first.slice(0, end))) {
      end = first.lastIndexOf("/", end - 2) + 1;
    }
  }
  return first.slice(0, end);
}

function nodeLines(findings: BundleFindings, columns: number, style: Style): string[] {
  const { nodes, messages } = findings;
  const rows = nodes.slice(0, NODES_SHOWN).map(({ name, kubelet, allocatable, conditions }) => {
    const evictions = messages.filter(({ node }) => node === name).length;
    const pressures = conditions.map(({ type }) => type).join(", ");
    const cells = [
      ...[name, kubelet ?? "", allocatable.memory ?? "", pressures],
      ...[evictions === 0 ? "" : String(evictions), logsOf(findings, name).length > 0 ? "yes" : ""],
    ];
    return evictions > 0 || pressures !== "" ? { cells, paint: style.paint.bad } : { cells };
  });
  if (rows.length === 0) return [];
  const more = nodes.length - rows.length;
  const titles = [
    { title: "node", shrinks: true },
    { title: "kubelet" },
    { title: "allocatable", align: "right" as const },
    { title: "condition" },
    { title: "evictions", align: "right" as const },
    { title: "log" },
  ];
  return [
    ...table(titles, rows, columns, style.paint.faint),
    ...(more > 0 ? [style.paint.faint(`… ${formatCount(more)} more`)] : []),
  ];
}

/** The commands that answer more from the same bundle. */
export function nextLines(
  name: string,
  findings: BundleFindings,
  chosen: string | undefined,
  style: Style,
): string[] {
  const evicted = new Set(findings.messages.map(({ node }) => node));
  const logged = findings.nodes.filter((node) => logsOf(findings, node.name).length > 0);
  const node =
    logged.find((each) => each.name === chosen) ??
    logged.find((each) => evicted.has(each.name)) ??
    logged[0];
  const bundle = shellWord(name);
  const log = findings.members.find(({ kind }) => kind === "log");
  const option = node === undefined ? "" : ` --node ${shellWord(node.name)}`;
  const lines = [
    ...(log === undefined ? [] : [`plimsoll replay --bundle ${bundle}${option}`]),
    ...findings.members
      .filter(({ kind }) => kind === "configuration")
      .slice(0, 1)
      .map(({ path }) => `plimsoll check ${shellWord(fileOf(path))}`),
    ...(chosen === undefined && findings.nodes.length > 1
      ? findings.members
          .filter(({ kind }) => kind === "summary")
          .slice(0, 1)
          .map(
            (member) =>
              `plimsoll explain --bundle ${bundle} --node ${shellWord(member.node ?? "")}`,
          )
      : []),
  ];
  return section("What to type next", lines, style);
}

/** A member is a file of a folder, and has to be unpacked from an archive first. */
function fileOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
