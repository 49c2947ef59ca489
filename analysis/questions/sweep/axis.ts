import { SIGNALS, type Signal } from "../../engine/decision.ts";
import { valuesOf } from "./range.ts";
import { type Setting, settingTitle } from "./setting.ts";

/** A setting and the values it is given, as a configuration writes them. */
export interface Axis {
  /** The member of a KubeletConfiguration, as `evictionHard.memory.available`. */
  readonly member: string;
  readonly setting: Setting;
  readonly values: readonly string[];
}

/** More than a person or a program looks through of one setting. */
export const VALUES_MAX = 1_000;
const TRANSITION = "evictionPressureTransitionPeriod";
const MEMBERS: Readonly<Record<string, (signal: Signal) => Setting>> = {
  evictionHard: (signal) => ({ kind: "threshold", signal, hard: true }),
  evictionSoft: (signal) => ({ kind: "threshold", signal, hard: false }),
  evictionSoftGracePeriod: (signal) => ({ kind: "gracePeriod", signal }),
  evictionMinimumReclaim: (signal) => ({ kind: "minimumReclaim", signal }),
};
const FORM = "write it as evictionHard.memory.available=100Mi..2Gi/20, or with values: =100Mi,5%";
const RANGE = /^([^./,][^,/]*?)\.\.([^,/]+)\/(\d+)$/;

/** Reads `MEMBER=VALUES`; one sentence on what cannot be read, without its end. */
export function axisOf(text: string): Axis | string {
  const equals = text.indexOf("=");
  const member = text.slice(0, Math.max(equals, 0)).trim();
  const setting = settingOf(member);
  if (setting === null) return `${text} names no setting that can be varied; ${FORM}`;
  const values = valuesIn(text.slice(equals + 1).trim(), setting);
  if (typeof values === "string") return `${member}: ${values}`;
  if (values.length > VALUES_MAX) return `${member} takes at most ${VALUES_MAX} values`;
  return { member, setting, values };
}

function settingOf(member: string): Setting | null {
  if (member === TRANSITION) return { kind: "pressureTransitionPeriod" };
  const [, name = "", signal = ""] = /^(\w+)\.(.+)$/.exec(member) ?? [];
  const known = SIGNALS.find((each) => each === signal);
  return known === undefined ? null : (MEMBERS[name]?.(known) ?? null);
}

function valuesIn(text: string, setting: Setting): readonly string[] | string {
  const range = RANGE.exec(text);
  if (range === null) {
    const values = text.split(",").map((each) => each.trim());
    return values.includes("") ? `${text || "nothing"} is not a list of values; ${FORM}` : values;
  }
  const [, from = "", to = "", count] = range;
  const choice = { setting, title: settingTitle(setting), present: from, usual: to };
  const values = valuesOf(choice, { from, to, count: Number(count) }, VALUES_MAX);
  return typeof values === "string" ? values.replace(/\.$/, "") : values;
}
