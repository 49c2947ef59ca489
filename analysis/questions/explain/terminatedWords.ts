/** Containers that were killed, as their pods have them: an answer for one, a table for several. */

import type { ReportedMessage } from "../../read/messages/reportedMessage.ts";
import {
  containerText,
  type TerminatedContainer,
} from "../../read/messages/terminatedContainer.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  type Column,
  commandText,
  type Fix,
  fixes,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { LARGER_REQUEST } from "../../text/fixCosts.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { subjectOf } from "./reportWords.ts";

const COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "container", shrinks: true },
  { title: "memory request", isNumber: true },
  { title: "limit", isNumber: true },
  { title: "restarts", isNumber: true },
  { title: "last exit" },
];
/** As many restarts as point to a limit that is reached again and again. */
const RESTARTS_MANY = 3;

type Terminated = ReportedMessage & { readonly container: TerminatedContainer };

export function terminatedLead(reported: readonly ReportedMessage[]): readonly Block[] {
  const terminated = reported.filter(isTerminated);
  const [one, ...others] = terminated;
  return [
    ...(one !== undefined && others.length === 0 ? paragraph(terminatedSentence(one)) : []),
    ...terminatedTable(terminated),
  ];
}

function isTerminated(reported: ReportedMessage): reported is Terminated {
  return reported.container !== undefined;
}

function terminatedTable(terminated: readonly Terminated[]): readonly Block[] {
  const rows = terminated.map((each) => {
    const { container, message } = each;
    const why = message.otherEnd?.kind === "oom-killed" ? "OOMKilled" : "SIGKILL";
    return {
      cells: [
        [{ code: subjectOf(each) ?? "a pod" }],
        container.name,
        container.memoryRequest ?? "-",
        container.memoryLimit ?? "-",
        container.restarts === null ? "-" : formatCount(container.restarts),
        `${container.exitCode ?? "?"}, ${why}`,
      ],
    };
  });
  return table(COLUMNS, rows);
}

function terminatedSentence({ container, message }: Terminated): string {
  const called = containerText(container.name);
  const when = `${whenText(container)}.${restartText(container)}`;
  if (message.otherEnd?.kind !== "oom-killed") {
    return `${capitalized(called)} was ended with SIGKILL${when}`;
  }
  if (isMainProcess(container)) return `The kernel's OOM killer killed ${called}${when}`;
  const some = `The kernel's OOM killer killed a process of ${called}`;
  if (container.exitCode === null) return `${some}${when}`;
  return (
    `${some}; its main process was not killed, and ` +
    `ended with exit code ${container.exitCode}${when}`
  );
}

/** Whether SIGKILL ended the main process: the runtime reports OOMKilled of any in its cgroup. */
export function isMainProcess({ exitCode }: Pick<TerminatedContainer, "exitCode">): boolean {
  return exitCode === 128 + SIGKILL;
}

const SIGKILL = 9;

function restartText({ restarts, waiting }: TerminatedContainer): string {
  if (waiting !== undefined) return ` It waits to be restarted (${waiting}).`;
  return restarts !== null && restarts > 0
    ? " The kubelet restarted the container in the same pod."
    : "";
}

/** ` at 10:19:42 on 2026-01-15 UTC, 17m42s after its start`. */
function whenText({ startedAt, finishedAt }: TerminatedContainer): string {
  const [from, to] = [startedAt, finishedAt].map((time) => Date.parse(time ?? ""));
  if (to === undefined || Number.isNaN(to)) return "";
  const time = new Date(to).toISOString();
  const ran =
    from === undefined || Number.isNaN(from) || from > to
      ? ""
      : `, ${formatSeconds((to - from) / 1000)} after its start`;
  return ` at ${clockOf(time)} on ${dateOf(time)} UTC${ran}`;
}

/** Fixes of one container. */
export function terminatedSections(reported: readonly ReportedMessage[]): readonly Section[] {
  const [one, ...others] = reported.filter(isTerminated);
  if (one === undefined || others.length > 0) return [];
  if (one.message.otherEnd?.kind !== "oom-killed") return [];
  return section("Fixes (not checked: the pod does not say what it used)", fixes(fixesOf(one)));
}

function fixesOf({ container }: Terminated): readonly Fix[] {
  const { memoryLimit: limit, memoryRequest: request, restarts } = container;
  // A part of a status has neither the count of restarts nor the pod's limits.
  if (limit === null && restarts === null) return [];
  const name = container.name === "?" ? "the container" : container.name;
  if (limit === null) {
    return [
      {
        change: `Request what ${name} needs`,
        effect: "the kernel then prefers processes of other pods",
        cost: LARGER_REQUEST,
      },
    ];
  }
  return [
    {
      change: `Raise the limit above ${limit}, or find what ${name} keeps in memory`,
      cost:
        request === limit || request === null
          ? "the request rises with it: the scheduler needs a node with that much left"
          : "more memory at risk on the node, since the limit exceeds the request",
    },
  ];
}

export function terminatedUnknown({ memoryLimit, restarts }: TerminatedContainer): readonly Text[] {
  const often =
    memoryLimit !== null && restarts !== null && restarts >= RESTARTS_MANY
      ? ` ${plural(restarts, "restart")} make its own limit likely.`
      : "";
  return [`Its own limit, or the whole node? The pod does not say.${often}`];
}

const MINUTES_BEFORE = 5;

/** The kernel's log of the minutes before. */
export function terminatedNext({ container, node, message }: ReportedMessage): Text {
  const to = Date.parse(container?.finishedAt ?? "");
  const since = Number.isNaN(to) ? "-2h" : `'${minuteText(to - MINUTES_BEFORE * 60_000)} UTC'`;
  // Exit code 137 alone is also that of a container that did not stop in time.
  const what = message.otherEnd?.kind === "oom-killed" ? "which limit" : "was it the kernel";
  const on = `on ${node ?? "its node"}: ${what}`;
  return commandText(`journalctl -k -S ${since} | plimsoll oom -`, on);
}

/** `2026-01-15 10:15` */
function minuteText(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
