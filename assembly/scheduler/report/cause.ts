/** What a refusal comes from, as far as a change of the pod could answer it. */
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  integerMember,
  key,
  member,
  textMember,
} from "../../base/json/write.ts";
import { insufficiencyAt, resourceWord } from "../../filters/resourcesFit.ts";
import { NO_SCHEDULE_EFFECTS, untoleratedTaint } from "../../filters/taints.ts";
import { wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { Effect, TAINT_WORDS } from "../../objects/model/taint.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { insufficientOn, Template } from "../cycle/template.ts";
import { Plugin } from "../model/plugin.ts";
import { nodeRow } from "../model/snapshot.ts";

export function causeMember(template: Template, position: u32, plugin: i32): void {
  const row = nodeRow(position);
  if (plugin == Plugin.NodeResourcesFit) insufficientMember(template, row);
  else if (plugin == Plugin.TaintToleration) taintMember(template, row);
}

/** Amounts are in the units that the scheduler counts in: CPU in thousandths. */
function insufficientMember(template: Template, row: u32): void {
  const count = insufficientOn(template, row);
  key("insufficient");
  beginArray();
  for (let index: u32 = 0; index < count; index++) {
    const insufficiency = insufficiencyAt(index);
    beginObject();
    if (insufficiency.kind == ResourceKind.Pods) member("resource", "pods");
    else if (insufficiency.kind == ResourceKind.Scalar) {
      textMember("resource", textAt(insufficiency.name), textSize(insufficiency.name));
    } else member("resource", resourceWord(insufficiency.kind));
    integerMember("requested", insufficiency.requested);
    integerMember("free", insufficiency.capacity - insufficiency.used);
    endObject();
  }
  endArray();
}

/** The first taint that is not tolerated. */
function taintMember(template: Template, row: u32): void {
  const taints = nodeAt(row).taints;
  const tolerations = specWord(template.spec, SpecWord.Tolerations);
  const index = untoleratedTaint(taints, tolerations, NO_SCHEDULE_EFFECTS, false);
  if (index < 0) return;
  const at = u32(index) * TAINT_WORDS;
  const name = wordOf(taints, at);
  const value = wordOf(taints, at + 1);
  key("taint");
  beginObject();
  textMember("key", textAt(name), textSize(name));
  if (value != 0) textMember("value", textAt(value), textSize(value));
  member("effect", wordOf(taints, at + 2) == Effect.NoExecute ? "NoExecute" : "NoSchedule");
  endObject();
}
