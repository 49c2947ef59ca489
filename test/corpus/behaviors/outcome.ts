/** Reclaim, eviction and its words, as the kubelet logged them. Specification 3.8, 4, 5. */
import type { Eviction, OracleStep, Outcome, ScenarioStep } from "../../fidelity/scenario.ts";
import { countWord, formWord } from "./words.ts";

export function outcomeBehaviors(step: ScenarioStep, observed: OracleStep): string[] {
  return [
    `${countWord(observed.outcomes.length)} outcomes`,
    `signals that may be chosen: ${(observed.signals ?? []).join(" ") || "none"}`,
    ...(step.summary === null ? ["no Summary"] : []),
    ...observed.outcomes.flatMap((outcome) => ofOutcome(step, outcome)),
  ];
}

function ofOutcome(step: ScenarioStep, outcome: Outcome): string[] {
  const { event, evictions, refused, localStorageRefused = [], ranking, ties } = outcome;
  return [
    `event ${event ?? "none"}`,
    ...reclaimBehaviors(step, outcome),
    `${event === null ? "local storage evicts" : "pressure evicts"} ${countWord(evictions.length)}`,
    ...(refused.length === 0 ? [] : [`${countWord(refused.length)} critical pods refused`]),
    ...(localStorageRefused.length === 0
      ? []
      : [`${countWord(localStorageRefused.length)} critical pods over their limits`]),
    `${countWord(ranking.length)} pods ranked`,
    ...(ties ?? []).map((group) => `${countWord(group.length)} pods tied`),
    ...evictions.flatMap((eviction) => ofEviction(event, eviction)),
  ];
}

function reclaimBehaviors({ reclaimed }: ScenarioStep, outcome: Outcome): string[] {
  const { reclaim, evictions, ranking } = outcome;
  if (reclaim.length === 0) return [];
  const none = ranking.length > 0 ? "no eviction" : "enough";
  const then = evictions.length > 0 ? "an eviction" : none;
  const after = reclaimed === undefined ? "the same Summary" : "another Summary";
  return [
    `${reclaim.join(", ")}: then ${then}`,
    `${reclaimed === null ? "no Summary" : after} after reclaim: then ${then}`,
  ];
}

const CAUSES: Readonly<Record<string, RegExp>> = {
  "node pressure": /^The node was low on resource/,
  "emptyDir limit": /^Usage of EmptyDir volume/,
  "pod limit": /^Pod ephemeral local storage usage/,
  "container limit": /^Container .* exceeded its local ephemeral storage limit/s,
};

function ofEviction(event: string | null, eviction: Eviction): string[] {
  const cause = causeOf(eviction);
  const containers = eviction.message.split(" was using ").length - 1;
  return [
    `evicted for ${cause}`,
    `grace period override ${graceWord(eviction.gracePeriodOverride)}, ${event ?? cause}`,
    ...(containers === 0 ? [] : [`${countWord(containers)} containers in the message`]),
    ...Object.entries(eviction.annotations).map(([name, value]) => annotationWord(name, value)),
  ];
}

function causeOf({ message }: Eviction): string {
  return Object.keys(CAUSES).find((name) => CAUSES[name]?.test(message)) ?? "another cause";
}

const QUANTITY = /(quantity|available|using|request is|limit) "?([-+\d.][\w.+-]*)/g;

/** How the quantities in messages are spelled. */
export function messageForms({ outcomes }: OracleStep): string[] {
  return outcomes.flatMap(({ evictions }) =>
    evictions.flatMap(({ message }) =>
      [...message.matchAll(QUANTITY)].map(([, role, quantity = ""]) => {
        return `message: ${role} ${formWord(quantity.replace(/\.$/, ""))}`;
      }),
    ),
  );
}

function graceWord(seconds: number): string {
  return [0, 1, 30].includes(seconds) ? String(seconds) : seconds < 0 ? "negative" : "other";
}

function annotationWord(name: string, value: string): string {
  if (name === "starved_resource") return `${name} ${value}`;
  const count = value === "" ? 0 : value.split(",").length;
  return `${name} of ${countWord(count)}`;
}
