/** Why a node was refused: the plugin, and its sentences. */

import { copyText, writeAscii } from "../../base/text.ts";
import { NODE_AFFINITY_REASON } from "../../filters/nodeAffinity.ts";
import { PORTS_REASON } from "../../filters/ports.ts";
import {
  INSUFFICIENT,
  insufficiencyAt,
  resourceWord,
  TOO_MANY_PODS,
} from "../../filters/resourcesFit.ts";
import {
  NO_SCHEDULE_EFFECTS,
  UNSCHEDULABLE_REASON,
  UNTOLERATED_REASON,
  untoleratedTaint,
} from "../../filters/taints.ts";
import { wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { TAINT_WORDS } from "../../objects/model/taint.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { insufficientOn, isRefusedByAdded, Template } from "../cycle/template.ts";
import { Plugin } from "../model/plugin.ts";
import { behavesAs } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";
import { nodeRow } from "../model/snapshot.ts";
import { affinityRefusal } from "../topology/affinity.ts";
import { SpreadRefusal, spreadRefusal } from "../topology/spread.ts";

const SPREAD_REASON = "node(s) didn't match pod topology spread constraints";
const MISSING_LABEL = " (missing required label)";
/** By `AffinityRefusal`. */
const AFFINITY_REASONS: StaticArray<string> = [
  "",
  "node(s) didn't match pod affinity rules",
  "node(s) didn't match pod anti-affinity rules",
  "node(s) didn't satisfy existing pods anti-affinity rules",
];
const ENFORCED_REASON = "node(s) didn't match scheduler-enforced node affinity";

/** How many sentences a plugin refuses a node with. */
export function countReasons(template: Template, position: u32, plugin: i32): u32 {
  if (plugin != Plugin.NodeResourcesFit) return 1;
  return insufficientOn(template, nodeRow(position));
}

/** Writes one of them at `at`, up to 420 bytes; answers the end. `countReasons` comes before. */
export function writeReason(
  at: usize,
  template: Template,
  position: u32,
  plugin: i32,
  index: u32,
): usize {
  switch (plugin) {
    case Plugin.NodeUnschedulable:
      return writeAscii(at, UNSCHEDULABLE_REASON);
    case Plugin.TaintToleration:
      if (behavesAs(Behavior.NamesTaints)) return writeTaint(at, template, position);
      return writeAscii(at, UNTOLERATED_REASON);
    case Plugin.NodeAffinity:
      if (isRefusedByAdded(template, position)) return writeAscii(at, ENFORCED_REASON);
      return writeAscii(at, NODE_AFFINITY_REASON);
    case Plugin.NodePorts:
      return writeAscii(at, PORTS_REASON);
    case Plugin.PodTopologySpread:
      return writeSpread(at, position);
    case Plugin.InterPodAffinity:
      return writeAscii(at, unchecked(AFFINITY_REASONS[affinityRefusal(position)]));
    default:
      return writeInsufficient(at, index);
  }
}

/** As releases before 1.34: the first taint that is not tolerated. */
function writeTaint(at: usize, template: Template, position: u32): usize {
  const taints = nodeAt(nodeRow(position)).taints;
  const tolerations = specWord(template.spec, SpecWord.Tolerations);
  const taint = untoleratedTaint(taints, tolerations, NO_SCHEDULE_EFFECTS, false);
  const word = u32(taint) * TAINT_WORDS;
  at = writeAscii(at, "node(s) had untolerated taint {");
  at = writeText(at, wordOf(taints, word), 320);
  at = writeAscii(at, ": ");
  return writeAscii(writeText(at, wordOf(taints, word + 1), 64), "}");
}

function writeText(at: usize, text: u32, most: i32): usize {
  return copyText(at, textAt(text), min(textSize(text), most));
}

function writeSpread(at: usize, position: u32): usize {
  at = writeAscii(at, SPREAD_REASON);
  const isMissing = spreadRefusal(position) == SpreadRefusal.MissingLabel;
  return isMissing ? writeAscii(at, MISSING_LABEL) : at;
}

function writeInsufficient(at: usize, index: u32): usize {
  const row = insufficiencyAt(index);
  if (row.kind == ResourceKind.Pods) return writeAscii(at, TOO_MANY_PODS);
  at = writeAscii(at, INSUFFICIENT);
  if (row.kind != ResourceKind.Scalar) return writeAscii(at, resourceWord(row.kind));
  return copyText(at, textAt(row.name), min(textSize(row.name), 350));
}
