/** The first screen about events and pods: reasons, counts, fixes, and what to run next. */

import { EVICTED_ALONE } from "../../read/messages/message.ts";
import { nextQuestion } from "../../read/messages/openQuestions.ts";
import type { Reported } from "../../read/messages/reported.ts";
import type { ReportedMessage } from "../../read/messages/reportedMessage.ts";
import type { SchedulerMessage } from "../../read/messages/schedulerMessage.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  closing,
  commandText,
  type Document,
  type Fact,
  fixes,
  paragraph,
  section,
  type Text,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import { formatNames } from "../../text/names.ts";
import { podText } from "../../text/podText.ts";
import { shellWord } from "../../text/shellWord.ts";
import { shortened } from "../../text/shortened.ts";
import { sourceText } from "../../text/sourceText.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { messageReason, unknownIn, usage } from "./messageDocument.ts";
import { messageFixes } from "./messageFixes.ts";
import { pendingFixes, pendingLead } from "./pendingMessage.ts";
import { evictedTable, kindsTable, timeOf, worstTable } from "./reportedTables.ts";
import { allReports, evictedIn, groupedByKind, hiddenEnds } from "./reportedVerdict.ts";
import {
  byKind,
  hasReason,
  kindText,
  predicateText,
  reportKind,
  subjectOf,
} from "./reportWords.ts";
import {
  terminatedLead,
  terminatedNext,
  terminatedSections,
  terminatedUnknown,
} from "./terminatedWords.ts";

type Answer = Required<Pick<Document, "sources" | "lead" | "sections" | "closing">>;

const NEXT_MAX = 2;
const NOT_CHECKED = "Fixes (not checked: the other pods are not known)";

export function reportedAnswer(name: string, reported: Reported): Answer {
  const all = allReports(reported);
  const evicted = evictedIn(reported);
  const [one, ...others] = evicted;
  const isOne = one !== undefined && others.length === 0;
  const terminated =
    one === undefined ? all.filter(({ container }) => container !== undefined) : [];
  const pending = one === undefined && terminated.length === 0 ? pendingIn(all) : null;
  return {
    sources: [sourceText(name, partsOf(reported))],
    lead: isOne ? onePod(one, reported) : leadOf(reported, evicted, terminated, pending),
    sections: isOne
      ? section(NOT_CHECKED, fixes(messageFixes(one.message, {})))
      : pending !== null
        ? pendingFixes(pending)
        : terminatedSections(terminated),
    closing: lastLines(reported, one ?? terminated[0]),
  };
}

function leadOf(
  reported: Reported,
  evicted: readonly ReportedMessage[],
  terminated: readonly ReportedMessage[],
  pending: SchedulerMessage | null,
): readonly Block[] {
  const others = [...kindsTable(reported), ...otherReasons(reported)];
  if (evicted.length > 0) return [...evictedTable(evicted), ...others];
  if (pending !== null) {
    return [...pendingLead(pending), ...paragraph(repeatedText(reported)), ...others];
  }
  return [
    ...(terminated.length > 0
      ? terminatedLead(terminated)
      : [
          ...paragraph(untoldReason(allReports(reported)) ?? unreadText(reported)),
          ...worstTable(reported),
        ]),
    ...others,
  ];
}

const UNREAD_SHOWN = 60;

/** What the verdict that nothing is reported leaves open. */
function unreadText(reported: Reported): string | undefined {
  const [first, ...others] = reported.unread ?? [];
  if (first === undefined || allReports(reported).length > 0) return undefined;
  const such = JSON.stringify(shortened(first, UNREAD_SHOWN));
  return others.length === 0
    ? `1 line is not understood: ${such}.`
    : `${formatCount(others.length + 1)} lines are not understood, such as ${such}.`;
}

/** Why, where reports of one kind have a reason for which the verdict has no room. */
function untoldReason(all: readonly ReportedMessage[]): string | undefined {
  const [only, ...others] = groupedByKind(all);
  if (only === undefined || others.length > 0) return undefined;
  const [kind, [first]] = only;
  if (first === undefined) return undefined;
  if (!hasReason(kind) || (isOfOne(all) && subjectOf(first) === null)) return undefined;
  const [verdict, brief] = [kindText(kind, all, true), kindText(kind, all)];
  const isTold = verdict !== brief && fittingTitle(verdict, brief) === verdict;
  const { title } = first.message.otherEnd ?? {};
  return isTold || title === undefined ? undefined : `${title}.`;
}

/** What the scheduler says of the one pod that all reports are about. */
function pendingIn(all: readonly ReportedMessage[]): SchedulerMessage | null {
  if (!isOfOne(all)) return null;
  const found = all.flatMap(({ message }) => message.otherEnd?.scheduling ?? []);
  return found.at(-1) ?? null;
}

/** How often the scheduler said it, and how many other sums of nodes are not shown. */
function repeatedText(reported: Reported): string | undefined {
  const all = allReports(reported).filter(({ message }) => message.otherEnd?.scheduling);
  const times = all.reduce((sum, { count }) => sum + count, 0);
  if (times < 2) return undefined;
  const seen = `The scheduler refused the pod ${formatCount(times)} times`;
  return all.length === 1
    ? `${seen}.`
    : `${seen}, with ${formatCount(all.length)} different sums; this is the last in the text.`;
}

/** `15 objects`, `3 nodes`, `2026-01-15 09:40:10-10:12:20`. */
function partsOf(reported: Reported): readonly string[] {
  const all = allReports(reported);
  const nodes = new Set(all.flatMap(({ node }) => (node === null ? [] : [node])));
  const times = all.flatMap((each) => timeOf(each) ?? []).sort();
  const count =
    reported.read === 0 ? plural(all.length, "report") : plural(reported.read, "object");
  return [
    count,
    ...(reported.elsewhere === 0 ? [] : [`${formatCount(reported.elsewhere)} others not shown`]),
    ...(nodes.size === 0
      ? []
      : [nodes.size === 1 ? [...nodes].join() : plural(nodes.size, "node")]),
    ...spanText(times),
  ];
}

function spanText(times: readonly string[]): readonly string[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [`${dateOf(first)} ${clockOf(first)}`, clockOf(last)];
  if (first === last) return [from];
  return [dateOf(first) === dateOf(last) ? `${from}-${to}` : `${from} to ${dateOf(last)} ${to}`];
}

function isOfOne(all: readonly ReportedMessage[]): boolean {
  return new Set(all.map(subjectOf)).size === 1;
}

/** Its numbers, and what else is reported: in sentences where it is about the same pod. */
function onePod(evicted: ReportedMessage, reported: Reported): readonly Block[] {
  const all = allReports(reported);
  const { message } = evicted;
  const { available, threshold, resource } = message;
  const others = isOfOne(all) ? all.filter((each) => each !== evicted) : [];
  const also = [...groupedByKind(others)].map(([kind, of]) => {
    const reasons = [...new Set(of.flatMap(({ reasons }) => reasons))].join(", ");
    return `It also ${predicateText(kind)}${reasons === "" ? "" : ` (${reasons})`}.`;
  });
  const sentences = [
    available !== null &&
      threshold !== null &&
      `${messageAmount(available, resource)} were available; ` +
        `the threshold is ${messageAmount(threshold, resource)}.`,
    messageReason(message),
    ...also,
  ].filter((sentence) => typeof sentence === "string");
  return [
    ...paragraph(sentences.length === 0 ? undefined : sentences.join(" ")),
    ...otherReasons(reported),
    ...usage(message),
    ...(isOfOne(all) ? [] : kindsTable(reported)),
  ];
}

const REASONS_MAX = 8;

/** `4 objects have other reasons: BackOff 2, Pulled 1, Unhealthy 1.` */
function otherReasons({ other }: Reported): readonly Block[] {
  if (other.length === 0) return [];
  const sum = other.reduce((all, [, count]) => all + count, 0);
  const words = other.map(([reason, count]) => `${reason} ${formatCount(count)}`);
  const named = formatNames(words, { max: REASONS_MAX });
  const what = plural(sum, "report");
  return paragraph(`${what} with other reasons, not explained: ${named}.`);
}

const RESTORED = { quotes: '"> " before lines', breaks: "line breaks inside values" } as const;
/** The API server deletes events after an hour. */
const EVENTS_EXPIRE =
  "Pods that are gone, and events older than an hour: the API server deletes them.";

function lastLines(reported: Reported, about: ReportedMessage | undefined): readonly Fact[] {
  const restored = reported.restored.map((each) => RESTORED[each]).join(" and ");
  const assumed = restored === "" ? [] : [`${capitalized(restored)} were removed.`];
  const isOne = evictedIn(reported).length === 1;
  const unknown =
    about === undefined
      ? allReports(reported).length === 0
        ? [EVENTS_EXPIRE]
        : []
      : about.container !== undefined
        ? terminatedUnknown(about.container)
        : isOne
          ? unknownIn(about.message, {})
          : [];
  return closing(assumed, unknown, nextLines(reported));
}

/** A command for each kind of question that the reports raise, the worst first. */
function nextLines(reported: Reported): readonly Text[] {
  const all = allReports(reported);
  const evicted = evictedIn(reported);
  const nodes = [...new Set(evicted.flatMap(({ node }) => (node === null ? [] : [node])))];
  const pending = all.find(({ message }) => PENDING.has(message.otherEnd?.kind ?? ""));
  const terminated = all.find(({ message }) => BY_SIGKILL.has(message.otherEnd?.kind ?? ""));
  const lines = [
    ...messageCommand(evicted.filter(isListed)),
    ...nodes
      .slice(0, 1)
      .map((node) => commandText(`plimsoll explain --node ${node}`, "who is evicted next")),
    ...(nodes.length === 0 && evicted.some(isRanked)
      ? [commandText("journalctl -u kubelet -S -2h | plimsoll", "the log has the ranking")]
      : []),
    ...(terminated === undefined ? [] : [terminatedNext(terminated)]),
    ...(pending === undefined || pending.name === null
      ? []
      : [commandText(scheduleCommand(pending.namespace, pending.name), "what would place it")]),
  ];
  if (lines.length > 0) return lines.slice(0, NEXT_MAX);
  if (all.length === 0 && hiddenEnds(reported) > 0) {
    return [commandText("kubectl get pods -o json | plimsoll", "why each of them ended")];
  }
  if (all.length === 0 && (reported.restarted ?? 0) > 0) {
    return [commandText("kubectl get pods -A -o json | plimsoll", "why they restarted")];
  }
  const [worst] = [...all].sort((a, b) => byKind(reportKind(a.message), reportKind(b.message)));
  return worst === undefined
    ? [commandText("kubectl get events -A -o json | plimsoll", "all events")]
    : [nextQuestion(worst.message, worst)];
}

/** For node pressure the kubelet ranks pods; for a limit of its own it evicts the pod at once. */
function isRanked({ message: { kind } }: ReportedMessage): boolean {
  return kind === "node-pressure" || kind === EVICTED_ALONE.kind;
}

/** A row of `kubectl get pods`: its pod has a message that the row lacks. */
function isListed({ message, name, uid }: ReportedMessage): boolean {
  return message.kind === EVICTED_ALONE.kind && name !== null && uid === null;
}

/** A row without a namespace is from the one that kubectl asks now too. */
function messageCommand([first, ...others]: readonly ReportedMessage[]): readonly Text[] {
  if (first?.name == null) return [];
  const { namespace, name } = first;
  const of = namespace === null ? "" : ` -n ${shellWord(namespace)}`;
  if (others.length === 0) {
    const command = `kubectl get pod ${shellWord(name)}${of} -o json | plimsoll`;
    return [commandText(command, "the message")];
  }
  const all = namespace === null ? "" : " -A";
  return [commandText(`kubectl get pods${all} -o json | plimsoll`, "their messages")];
}

function scheduleCommand(namespace: string | null, name: string): string {
  const pod = namespace === null ? `${name} -n NAMESPACE` : podText({ namespace, name });
  return `plimsoll schedule ${pod}`;
}

const PENDING: ReadonlySet<string> = new Set(["failed-scheduling", "no-scale-up", "pending"]);
const BY_SIGKILL: ReadonlySet<string> = new Set(["oom-killed", "killed"]);
