/** What of a policy can be swept, and how it is written in a configuration. */
import { isMap, parseDocument } from "yaml";
import type { Policy, PolicyThreshold, Signal } from "../../engine/decision.ts";
import { formatSeconds, isCounted } from "../../text/amount.ts";
import { plainText, withThreshold } from "./thresholdText.ts";

/** One setting: the first two belong to a threshold, the last to the whole policy. */
export type Setting =
  | { readonly kind: "threshold"; readonly signal: Signal; readonly hard: boolean }
  | { readonly kind: "gracePeriod" | "minimumReclaim"; readonly signal: Signal }
  | { readonly kind: "pressureTransitionPeriod" };

/** How its values are written: `5%`, `100Mi`, `1000`, `1m30s`. */
export type Form = "share" | "bytes" | "count" | "duration";

export interface Choice {
  readonly setting: Setting;
  readonly title: string;
  /** The value in force. */
  readonly present: string;
  /** A value of the size that is usual for it; the present one unless that is nothing. */
  readonly usual: string;
}

/** Longer than no time at all, and within what people configure. */
const USUAL_SECONDS = 60;

/** Every setting of the policy's own thresholds; what other settings bring about is left out. */
export function choicesOf(policy: Policy): readonly Choice[] {
  const own = policy.thresholds.filter(({ origin }) =>
    ["evictionHard", "evictionSoft", "default"].includes(origin),
  );
  const firstOfSignal = own.filter(
    ({ signal }, index) => own.findIndex((each) => each.signal === signal) === index,
  );
  return [
    ...own.map(thresholdChoice),
    ...own.filter(({ hard }) => !hard).map(graceChoice),
    durationChoice({ kind: "pressureTransitionPeriod" }, policy.pressureTransitionPeriodSeconds),
    ...firstOfSignal.map(reclaimChoice),
  ];
}

export function settingTitle(setting: Setting): string {
  if (setting.kind === "pressureTransitionPeriod") return "pressure transition period";
  if (setting.kind === "threshold") return `${setting.signal} ${setting.hard ? "hard" : "soft"}`;
  return `${setting.signal} ${setting.kind === "gracePeriod" ? "grace period" : "minimum reclaim"}`;
}

function choice(setting: Setting, present: string, usual: string): Choice {
  return { setting, title: settingTitle(setting), present, usual };
}

function thresholdChoice({ signal, hard, value }: PolicyThreshold): Choice {
  return choice({ kind: "threshold", signal, hard }, value, value);
}

function graceChoice({ signal, gracePeriodSeconds }: PolicyThreshold): Choice {
  return durationChoice({ kind: "gracePeriod", signal }, gracePeriodSeconds);
}

function durationChoice(setting: Setting, seconds: number): Choice {
  const usual = seconds === 0 ? USUAL_SECONDS : seconds;
  return choice(setting, formatSeconds(seconds), formatSeconds(usual));
}

function reclaimChoice({ signal, minReclaim, value }: PolicyThreshold): Choice {
  const present = minReclaim ?? "0";
  return choice({ kind: "minimumReclaim", signal }, present, minReclaim ?? value);
}

export function isShare(value: string): boolean {
  return value.endsWith("%");
}

export function formOf({ setting, usual }: Choice): Form {
  if (setting.kind === "gracePeriod" || setting.kind === "pressureTransitionPeriod") {
    return "duration";
  }
  if (isShare(usual)) return "share";
  return isCounted(setting.signal) ? "count" : "bytes";
}

/** A setting and the value it is to have, as it is written in a configuration. */
export interface SettingChange {
  readonly setting: Setting;
  readonly value: string;
}

/** A configuration with settings changed, its comments and order kept where it is a plain one. */
export function withSettings(
  text: string,
  policy: Policy,
  changes: readonly SettingChange[],
): string {
  return changes.reduce((changed, change) => withSetting(changed, policy, change), text);
}

function withSetting(text: string, policy: Policy, { setting, value }: SettingChange): string {
  if (setting.kind === "threshold") return withThreshold(text, policy, { ...setting, value });
  const document = parseDocument(plainText(text));
  if (setting.kind === "pressureTransitionPeriod") {
    document.set("evictionPressureTransitionPeriod", value);
  } else {
    const member =
      setting.kind === "gracePeriod" ? "evictionSoftGracePeriod" : "evictionMinimumReclaim";
    if (!isMap(document.get(member))) document.set(member, document.createNode({}));
    document.setIn([member, setting.signal], value);
  }
  return document.toString();
}
