/** One step of a capture or a node, as an answer by itself. */
import { asLogged } from "../../read/journal/logged.ts";
import {
  closing,
  type Document,
  type Fact,
  fixes,
  list,
  paragraph,
  type Section,
  section,
  type Text,
} from "../../text/document.ts";
import { sourceText } from "../../text/sourceText.ts";
import { dateOf } from "../../text/utc.ts";
import { doubtBlocks } from "../replay/doubts.ts";
import { answerEvidence, answerReason, answerTitle } from "./answer.ts";
import { CHECKED, checkedFixes } from "./checkedFixes.ts";
import { conditionsSentence, type Incident, incidentDetails, reason } from "./incident.ts";
import type { RecordedVerdict } from "./shownStep.ts";

/** What a document says of the capture that a step belongs to. */
export interface Surroundings {
  /** What is recorded, where the decision says something else. */
  readonly recorded?: RecordedVerdict | null;
  /** What was read: its name, kind, node and kubelet. */
  readonly source?: readonly string[];
  /** Sections of a document that is handed on. */
  readonly sections?: readonly Section[];
  /** The assumptions of such a document. */
  readonly assumptions?: readonly string[];
  /** What is assumed because the input lacks it, on the first screen. */
  readonly assumed?: readonly string[];
  /** Commands that say more. */
  readonly next?: readonly Text[];
}

const UNKNOWN_IN_LOG = "Usage, requests and priorities: a log has the order of the pods alone.";

/** `isOfLog`: the capture was made of a kubelet's log. */
export function explainDocument(
  incident: Incident,
  isOfLog = false,
  around: Surroundings = {},
): Document {
  const decision = isOfLog ? asLogged(incident.decision) : incident.decision;
  const { time, step, assumption } = decision;
  const {
    recorded = null,
    source = [],
    assumed = [],
    assumptions = [],
    sections = [],
    next = [],
  } = around;
  const [name = "", ...others] = source;
  const vain = (decision.counterfactuals ?? []).filter(({ verified }) => !verified);
  const isShort = [...(assumption === undefined ? [] : [assumption]), ...assumed];
  return {
    ...(recorded === null ? answerTitle(decision) : titleOf(recorded)),
    ...(source.length === 0 ? {} : { sources: [sourceText(name, [...others, dateOf(time)])] }),
    lead: [
      ...(recorded === null ? [] : paragraph(recorded.sentence)),
      ...(recorded === null || recorded.isPolicyOnly === true
        ? answerReason({ ...incident, decision }, isOfLog)
        : []),
      ...doubtBlocks(decision),
      ...answerEvidence(decision, isOfLog),
    ],
    sections: section(CHECKED, fixes(checkedFixes(decision))),
    further: [
      ...reason(decision, isOfLog),
      ...section("Conditions", paragraph(`Step ${step}. ${conditionsSentence(decision)}`)),
      ...section("Tried in vain", list(vain.map(({ sentence }) => sentence))),
      ...incidentDetails(incident, isOfLog),
      ...sections,
      ...section("Assumptions", list(assumptions, "none")),
    ],
    closing: lastLines(isShort, isOfLog, next),
  };
}

function titleOf({ title, isPolicyOnly }: RecordedVerdict): Pick<Document, "title" | "mark"> {
  return { title, mark: isPolicyOnly === true ? "risk" : "bad" };
}

function lastLines(
  assumed: readonly string[],
  isOfLog: boolean,
  next: readonly Text[],
): readonly Fact[] {
  return closing(assumed, isOfLog ? [UNKNOWN_IN_LOG] : [], next);
}
