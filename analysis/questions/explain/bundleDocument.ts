/** What a bundle has and lacks, its evictions node by node, and what to ask of it next. */
import {
  type BundleFindings,
  type FoundMember,
  logsOf,
  missingOf,
} from "../../read/bundle/findings.ts";
import { type MemberKind, TOOL_NAMES } from "../../read/bundle/layouts.ts";
import { configurationOf } from "../../read/bundle/nodeConfiguration.ts";
import { formatBytes, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Entry,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { shellWord } from "../../text/shellWord.ts";
import { sourceText } from "../../text/sourceText.ts";
import type { Happened } from "../replay/happened.ts";
import { answerSection } from "./answer.ts";
import { type Incident, incidentSection } from "./incident.ts";
import { reportedAnswer } from "./reportedAnswer.ts";
import { reportedEntries } from "./reportedDocument.ts";

export interface AskedOfBundle {
  /** The node that was chosen. */
  readonly node: string | undefined;
  /** The namespace whose pods were asked for. */
  readonly namespace?: string | undefined;
  /** What the policy decides, next to what the bundle records. */
  readonly compared: readonly Section[];
  /** What the node's Summary shows of when the bundle was made, under its title. */
  readonly moment: { readonly title: string; readonly incident: Incident } | null;
  /** Pods that were evicted, each once. */
  readonly evicted: readonly string[];
  /** The same command with `--all`; null where it cannot be repeated. */
  readonly whole?: string | null;
}

export function bundleDocument(
  name: string,
  findings: BundleFindings,
  { node, namespace, compared, moment, evicted, whole = null }: AskedOfBundle,
): Document {
  const { tool, members, nodes } = findings;
  const kind = tool === null ? "a folder" : TOOL_NAMES[tool];
  const root = sharedFolder(members.map(({ path }) => path));
  const commands = next(name, findings, node);
  const short = moment === null ? [] : [answerSection(moment.title, moment.incident)];
  const details =
    moment === null ? [] : [{ ...incidentSection(moment.incident), title: moment.title }];
  const first = firstScreen(name, findings, node, [...compared, ...short]);
  return {
    title: verdict(name, evicted, node ?? (nodes.length === 1 ? nodes[0]?.name : undefined)),
    mark: evicted.length === 0 ? "risk" : "bad",
    sources: [sourceText(name, [kind, counts(findings, namespace)])],
    lead: first.lead,
    sections: first.sections,
    further: [
      ...(first.isWithNodes ? [] : section("Nodes", nodesTable(findings))),
      ...evictions(findings, node),
      ...compared.filter((each) => !first.sections.includes(each)),
      ...details,
      ...section("Missing, and how to get it", entries(missingOf(findings).map(missing))),
      ...section("Whose configuration", configurations(findings, root)),
      ...section("Next steps", code(commands.map(([command]) => command))),
      ...section("Contents", [
        ...membersBlocks(members, root),
        ...paragraph(unreadWords(findings)),
      ]),
    ],
    closing: closing([], notThere(findings), nextLines(commands, findings, whole)),
  };
}

interface FirstScreen extends Required<Pick<Document, "lead" | "sections">> {
  readonly isWithNodes: boolean;
}

/** What its events and pods report; without those, what its log shows, or which nodes it has. */
function firstScreen(
  name: string,
  findings: BundleFindings,
  chosen: string | undefined,
  moment: readonly Section[],
): FirstScreen {
  const own = findings.messages.filter(({ node }) => chosen === undefined || node === chosen);
  if (own.length > 0) {
    const reported = { messages: own, ends: [], other: [], read: own.length, elsewhere: 0 };
    const answer = reportedAnswer(name, { ...reported, namespaces: new Set(), restored: [] });
    return { lead: answer.lead, sections: answer.sections, isWithNodes: false };
  }
  if (moment.length > 0) return { lead: [], sections: moment.slice(0, 1), isWithNodes: false };
  return { lead: nodesTable(findings), sections: [], isWithNodes: true };
}

/** Named on the first screen, without the commands that get them. */
function notThere(findings: BundleFindings): readonly string[] {
  const missing = missingOf(findings).map(({ what }) => what);
  if (missing.length === 0) return [];
  const unread = unreadWords(findings);
  // What is missing may be in a file that was not read.
  return unread === undefined
    ? [`Not in the bundle: ${missing.join(", ")}.`]
    : [`Not recognized in the bundle: ${missing.join(", ")}. ${unread}`];
}

/** The first command, or the one that gets what is missing, and the whole answer. */
function nextLines(
  [first]: readonly NextCommand[],
  findings: BundleFindings,
  whole: string | null,
): readonly Text[] {
  const [gets] = missingOf(findings);
  const missing: NextCommand | undefined = gets && [gets.command, gets.what];
  const asks = first ?? missing;
  return [
    ...(asks === undefined ? [] : [commandText(...asks)]),
    ...(whole === null ? [] : [commandText(whole, "nodes, messages and contents")]),
  ];
}

/** What its objects and events have; a bundle with only a log has neither. */
function counts({ nodes, messages }: BundleFindings, namespace?: string): string | undefined {
  if (nodes.length === 0 && messages.length === 0) return undefined;
  const found = `${plural(nodes.length, "node")}, ${plural(messages.length, "eviction message")}`;
  return namespace === undefined ? found : `${found} about pods in namespace ${namespace}`;
}

/** A tool's bundle has thousands of files about something else; what a person packed has not. */
function unreadWords({ tool, passedOver: count }: BundleFindings): string | undefined {
  if (tool !== "logs" || count === 0) return undefined;
  const files = plural(count, "other file");
  const were = count === 1 ? "was" : "were";
  return `${files} ${were} not read; unpack the archive and give the folder.`;
}

const PODS_NAMED = 2;

/** What happened, as far as the bundle records it. */
function verdict(path: string, evicted: readonly string[], node: string | undefined): string {
  const name = fileOf(path);
  const where = node === undefined ? "" : ` on ${node}`;
  if (evicted.length === 0) return `${name} records no eviction${where}`;
  if (evicted.length > PODS_NAMED) return `${plural(evicted.length, "pod")} were evicted${where}`;
  const were = evicted.length === 1 ? "was" : "were";
  return `${evicted.join(" and ")} ${were} evicted${where}`;
}

/** Each pod once, in the order of their first evictions. */
export function evictedPods({ happened }: Happened): readonly string[] {
  return [...new Set(happened.map(podText))];
}

/** The title of what a node's Summary shows. */
export function momentTitle(node: string, isUnderDefaults: boolean): string {
  const under = isUnderDefaults ? "the kubelet's defaults" : "its own configuration";
  return `${node} when the bundle was made, under ${under}`;
}

function entries(all: readonly Entry[]): readonly Block[] {
  return all.length === 0 ? [] : [{ is: "entries", entries: all }];
}

const KINDS: readonly (readonly [kind: MemberKind, name: string])[] = [
  ["events", "events"],
  ["pods", "pods"],
  ["nodes", "node objects"],
  ["log", "kubelet logs"],
  ["kernel", "kernel logs"],
  ["configuration", "kubelet configuration"],
  ["summary", "stats Summary"],
];

const MEMBER_COLUMNS: readonly Column[] = [
  { title: "size", isNumber: true },
  { title: "member", shrinks: true },
];

function membersBlocks(members: readonly FoundMember[], root: string): readonly Block[] {
  const found = KINDS.flatMap(([kind, title]): readonly Entry[] => {
    const own = members.filter((member) => member.kind === kind);
    if (own.length === 0) return [];
    const rows = own.map(({ path, bytes }) => ({
      cells: [bytes === null ? "" : formatBytes(bytes), [{ code: path.slice(root.length) }]],
    }));
    const cut = kind === "log" ? "none" : "end";
    return [
      {
        title: `${title}, ${plural(own.length, "member")}`,
        blocks: table(MEMBER_COLUMNS, rows, { cut }),
      },
    ];
  });
  return [...(root === "" ? [] : paragraph(["under ", { code: root }])), ...entries(found)];
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

function missing({ what, command }: ReturnType<typeof missingOf>[number]): Entry {
  return { title: what, blocks: [{ is: "code", language: "sh", text: command }] };
}

const NODE_COLUMNS: readonly Column[] = [
  { title: "node", shrinks: true },
  { title: "kubelet" },
  { title: "allocatable", isNumber: true },
  { title: "condition" },
  { title: "evictions", isNumber: true },
  { title: "log" },
];

function nodesTable(findings: BundleFindings): readonly Block[] {
  const { nodes, messages } = findings;
  const rows = nodes.map(({ name, kubelet, allocatable, conditions }) => {
    const evictions = messages.filter(({ node }) => node === name).length;
    const pressures = conditions.map(({ type }) => type).join(", ");
    const cells = [
      ...[name, kubelet ?? "", allocatable.memory ?? "", pressures],
      ...[evictions === 0 ? "" : String(evictions), logsOf(findings, name).length > 0 ? "yes" : ""],
    ];
    return evictions > 0 || pressures !== "" ? { cells, tone: "bad" as const } : { cells };
  });
  return table(NODE_COLUMNS, rows);
}

/** Which configuration of several is that of which nodes, and why one is of none. */
function configurations(findings: BundleFindings, root: string): readonly Block[] {
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
  const rows = [...nodes].map(([said, names]) => ({ cells: [[{ names }], said] }));
  return table(CONFIGURATION_COLUMNS, rows);
}

const CONFIGURATION_COLUMNS: readonly Column[] = [
  { title: "nodes", isText: true },
  { title: "configuration", isText: true },
];

/** Shown of each node where none is named; a night under pressure has hundreds. */
const EVICTIONS_PER_NODE = 2;

function evictions(
  { messages, nodes }: BundleFindings,
  chosen: string | undefined,
): readonly Section[] {
  const names = chosen === undefined ? [...nodes.map(({ name }) => name), null] : [chosen];
  return names.flatMap((name) => {
    const all = reportedEntries(messages.filter((message) => message.node === name));
    const shown = chosen === undefined ? all.slice(0, EVICTIONS_PER_NODE) : all;
    const more = all.length - shown.length;
    const title = name === null ? "Evictions of a node that is not named" : `Evictions on ${name}`;
    return section(title, [
      ...entries(shown),
      ...paragraph(
        more > 0 ? [{ text: `… ${more} more with --node ${name}`, tone: "faint" }] : undefined,
      ),
    ]);
  });
}

type NextCommand = readonly [command: string, purpose: string];

/** The commands that answer more from the same bundle. */
function next(
  name: string,
  findings: BundleFindings,
  chosen: string | undefined,
): readonly NextCommand[] {
  const evicted = new Set(findings.messages.map(({ node }) => node));
  const logged = findings.nodes.filter((node) => logsOf(findings, node.name).length > 0);
  const node =
    logged.find((each) => each.name === chosen) ??
    logged.find((each) => evicted.has(each.name)) ??
    logged[0];
  const bundle = shellWord(name);
  const first = (kind: MemberKind) =>
    findings.members.filter((each) => each.kind === kind).slice(0, 1);
  const option = node === undefined ? "" : ` --node ${shellWord(node.name)}`;
  const isOpen = chosen === undefined && findings.nodes.length > 1;
  return [
    ...first("log").map(
      (): NextCommand => [
        `plimsoll replay --bundle ${bundle}${option}`,
        "the evictions in its log",
      ],
    ),
    ...first("kernel").map(
      ({ path }): NextCommand => [
        `plimsoll oom ${shellWord(fileOf(path))}`,
        "what the kernel killed",
      ],
    ),
    ...first("configuration").map(
      ({ path }): NextCommand => [`plimsoll check ${shellWord(fileOf(path))}`, "its thresholds"],
    ),
    ...(isOpen ? first("summary") : []).map(
      (member): NextCommand => [
        `plimsoll explain --bundle ${bundle} --node ${shellWord(member.node ?? "")}`,
        "who would be evicted",
      ],
    ),
  ];
}

function code(lines: readonly string[]): readonly Block[] {
  return lines.length === 0 ? [] : [{ is: "code", language: "sh", text: lines.join("\n") }];
}

/** A member is a file of a folder, and has to be unpacked from an archive first. */
function fileOf(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? path;
}
