import { isMap, parseDocument } from "yaml";
import type { Policy } from "../../shared/decision.ts";
import { plainText, withThreshold } from "../state/thresholdText.ts";
import type { Setting } from "./setting.ts";

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
