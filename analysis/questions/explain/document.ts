/** One step of a capture or a node, as an answer by itself. */
import { type Document, list, paragraph, type Section, section } from "../../text/document.ts";
import { momentText } from "../../text/utc.ts";
import { doubtBlocks } from "../replay/doubts.ts";
import { conditionsSentence, type Incident, incidentSections, verdict } from "./incident.ts";

/** What a document that is handed on says of the capture that a step belongs to. */
interface Surroundings {
  readonly sections: readonly Section[];
  readonly assumptions: readonly string[];
}

const NO_SURROUNDINGS: Surroundings = { sections: [], assumptions: [] };

/** `isOfLog`: the capture was made of a kubelet's log. */
export function explainDocument(
  incident: Incident,
  isOfLog = false,
  around = NO_SURROUNDINGS,
): Document {
  const { decision } = incident;
  const { time, step, assumption } = decision;
  const assumed = [...(assumption === undefined ? [] : [assumption]), ...around.assumptions];
  return {
    title: `${momentText(time)}, step ${step}: ${verdict(decision)}`,
    lead: [...paragraph(conditionsSentence(decision)), ...doubtBlocks(decision)],
    sections: [
      ...incidentSections(incident, isOfLog),
      ...around.sections,
      ...section("Assumptions", list(assumed, "none")),
    ],
  };
}
