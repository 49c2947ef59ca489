/** What is known before a replay: the node, the policy in force, and its thresholds. */
import type { Decision, Policy } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import { type Block, type Document, paragraph } from "../../text/document.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { momentText } from "../../text/utc.ts";
import { doubtBlocks } from "./doubts.ts";
import { thresholdGauges } from "./gauges.ts";

/** Warnings shown before a replay; `check` shows all of them. */
const WARNINGS_MAX = 3;

/** What the opening says in addition to the policy. */
export interface Subject {
  /** The capture's name, or an example's. */
  readonly name: string;
  /** One sentence about an example. */
  readonly title?: string;
  readonly node?: string;
  /** The version of the kubelet that was captured. */
  readonly kubelet?: string;
  /** Where the configuration comes from. */
  readonly origins: readonly string[];
}

/** `first` is the first observation. */
export function opening(subject: Subject, policy: Policy, first: Decision): Document {
  const title = subject.title === undefined ? "" : `: ${subject.title}`;
  return {
    title: subject.name + title,
    lead: [
      ...paragraph([{ text: nodeWords(subject, policy, first), tone: "faint" }]),
      ...thresholdGauges(first),
      ...doubtBlocks(first),
      ...warnings(policy),
    ],
    sections: [],
  };
}

function nodeWords(subject: Subject, policy: Policy, first: Decision): string {
  const parts = [
    subject.node === undefined ? null : `node ${subject.node}`,
    subject.kubelet === undefined ? null : `kubelet ${subject.kubelet}`,
    `rules of kubelet ${policy.kubeletVersion}`,
    policy.profile === "kubelet" ? null : `profile ${policy.profile}`,
    `from ${momentText(first.time)}`,
    `configuration: ${subject.origins.join(", then ")}`,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

function warnings({ warnings: all }: Policy): readonly Block[] {
  const more = all.length - WARNINGS_MAX;
  return [
    ...all
      .slice(0, WARNINGS_MAX)
      .map(({ path, message }) => `warning: ${path} ${withoutFullStop(message)}.`),
    ...(more > 0 ? [`and ${plural(more, "more warning")}`] : []),
  ].flatMap((text) => paragraph([{ text, tone: "low" }]));
}
