/** The answer of a check: whether a kubelet would start, what is wrong, and what is in force. */
import { allOf, formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  type Document,
  list,
  type Mark,
  type Row,
  section,
  type Toned,
  table,
} from "../../text/document.ts";
import { checkAnswer, type DetailedCheck, notesOf, uncheckedOf } from "./answer.ts";
import { counted, entriesOf, inForce } from "./blocks.ts";
import type { CheckedConfiguration } from "./check.ts";

/** All that was checked in one run. */
export interface Checked {
  readonly configurations: readonly DetailedCheck[];
  /** Nodes of a cluster that have one of them. */
  readonly nodes: number;
  /** Files that configure no kubelet. */
  readonly passedOver: number;
  /** Why files and nodes could not be read. */
  readonly unread: readonly string[];
}

/** One configuration is answered on its own; several have a row each. */
export function checkDocument(all: Checked): Document {
  const { configurations, passedOver, unread } = all;
  const [only] = configurations;
  const unreadSection = section("Not read", list(unread, "none"));
  if (only !== undefined && configurations.length === 1 && passedOver === 0) {
    const { further = [], ...answer } = checkAnswer(only);
    return { ...answer, further: [...further, ...unreadSection] };
  }
  return {
    title: summary(all),
    mark: markOf(configurations),
    sources: sourcesOf(all),
    lead: table(FILE_COLUMNS, configurations.map(fileRow)),
    sections: [...section("Findings", entriesOf(configurations)), ...unreadSection],
    further: configurations.map((each) => ({
      title: [verdict(each)],
      blocks: settings(each),
    })),
    closing: closing([], uncheckedOf(configurations), []),
  };
}

function markOf(all: readonly CheckedConfiguration[]): Mark {
  if (all.some(({ errors }) => errors.length > 0)) return "bad";
  return all.some(({ warnings }) => warnings.length > 0) ? "risk" : "good";
}

const FILE_COLUMNS: readonly Column[] = [
  { title: "configuration", shrinks: true },
  { title: "kubelet" },
  { title: "errors", isNumber: true },
  { title: "warnings", isNumber: true },
];

function fileRow(checked: CheckedConfiguration): Row {
  const { name, errors, warnings, policy, unchecked } = checked;
  const result: Toned =
    policy === undefined
      ? { text: "would not start", tone: "bad" }
      : {
          text: unchecked === undefined ? "starts" : "checked in part",
          tone: warnings.length > 0 || unchecked !== undefined ? "low" : "good",
        };
  return {
    cells: [[{ code: name }], [result], formatCount(errors.length), formatCount(warnings.length)],
  };
}

function verdict(checked: CheckedConfiguration): Toned {
  const { name, errors, warnings, policy, unchecked } = checked;
  const counts = counted(errors.length, warnings.length);
  if (policy === undefined) {
    return { text: `${name}: the kubelet would not start (${counts})`, tone: "bad" };
  }
  const starts = unchecked === undefined ? "starts" : "accepts the eviction settings";
  return { text: `${name}: the kubelet ${starts} (${counts})`, tone: "title" };
}

function summary({ configurations }: Checked): string {
  const sum = (of: (each: CheckedConfiguration) => readonly unknown[]) =>
    configurations.reduce((count, each) => count + of(each).length, 0);
  const findings = counted(
    sum(({ errors }) => errors),
    sum(({ warnings }) => warnings),
  );
  const all = plural(configurations.length, "configuration");
  const broken = configurations.filter(({ policy }) => policy === undefined).length;
  const isPartial = configurations.some(({ unchecked }) => unchecked !== undefined);
  if (configurations.length === 0) return "No file configures a kubelet";
  const every =
    configurations.length === 1 ? all : `${allOf(configurations.length)} configurations`;
  const of = `${every}: ${findings}`;
  if (broken > 0) {
    return `The kubelet would not start with ${formatCount(broken)} of ${all}: ${findings}`;
  }
  return `The kubelet ${isPartial ? "accepts the eviction settings of" : "starts with"} ${of}`;
}

/** The nodes that have the configurations, and the files that are none. */
function sourcesOf({ nodes, passedOver }: Checked): readonly string[] {
  const others = plural(passedOver, "other file");
  return [
    ...(nodes === 0 ? [] : [plural(nodes, "node")]),
    ...(passedOver === 0 ? [] : [`${others} without a kubelet configuration`]),
  ];
}

/** The notes, and the thresholds that are in force. */
function settings(checked: CheckedConfiguration): readonly Block[] {
  const { policy } = checked;
  return [...list(notesOf(checked), "none"), ...(policy === undefined ? [] : inForce(policy))];
}
