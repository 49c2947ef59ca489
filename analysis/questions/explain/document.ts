/** One step of a capture or a node, as an answer by itself. */
import { type Document, list, paragraph, section } from "../../text/document.ts";
import { momentText } from "../../text/utc.ts";
import { doubtBlocks } from "../replay/doubts.ts";
import { type Incident, incidentSections, verdict } from "./incident.ts";

/** `isOfLog`: the capture was made of a kubelet's log. */
export function explainDocument(incident: Incident, isOfLog = false): Document {
  const { decision } = incident;
  const { time, step, nodeConditions, assumption } = decision;
  return {
    title: `${momentText(time)}, step ${step}: ${verdict(decision)}`,
    lead: [
      ...paragraph(`The node reports ${nodeConditions.join(", ") || "no condition"}.`),
      ...doubtBlocks(decision),
    ],
    sections: [
      ...incidentSections(incident, isOfLog),
      ...section("Assumptions", list(assumption === undefined ? [] : [assumption])),
    ],
  };
}
