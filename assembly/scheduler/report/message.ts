/**
 * The scheduler's FailedScheduling message: how many nodes are refused with which sentence, in the
 * order of the bytes of `3 Insufficient cpu`.
 */
import { hashBytes } from "../../base/arithmetic/hash.ts";
import { addInteger, addLiteral, addText } from "../../base/json/write.ts";
import {
  compareText,
  copyText,
  equalText,
  writeAscii,
  writeByte,
  writeUnsigned,
} from "../../base/text.ts";
import { REPORT_SCRATCH_BYTES, REPORT_SCRATCH_OFFSET } from "../../objects/memory.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { Pod, podAt } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { beginReasons, endReasons, refusalWithoutNominated } from "../cycle/filter.ts";
import { trialList } from "../cycle/preemption/candidates.ts";
import { chosenCandidate, mayHelp, Preemption } from "../cycle/preemption/preempt.ts";
import { endTrial, startTrials, Trial, tryNode } from "../cycle/preemption/victims.ts";
import { balancedScoreAt, fitScoreAt, isInvalid, Template, templateAt } from "../cycle/template.ts";
import { decision } from "../model/decision.ts";
import { Plugin, pluginName } from "../model/plugin.ts";
import { Profile, preempts, profileAt, scorerAt } from "../model/profile.ts";
import { behavesAs } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";
import { nodeCount, nodeRow, refusalAt } from "../model/snapshot.ts";
import { countReasons, writeReason } from "./refusal.ts";
import { walkedPosition } from "./walk.ts";

/**
 * Sentences are collected in the scratch memory of reports.
 *
 * ```
 *  0       4       8      12
 *  ┌───────┬───────┬──────┬───────────┐
 *  │ count │ hash  │ size │ bytes …   │   512 bytes each
 *  └───────┴───────┴──────┴───────────┘
 * ```
 */
const ROW_BYTES: usize = 512;
const TEXT_OFFSET: usize = 32;
const ROWS_MAX: u32 = u32(REPORT_SCRATCH_BYTES / ROW_BYTES) - 1;

let count: u32 = 0;

function rowAt(index: u32): usize {
  return REPORT_SCRATCH_OFFSET + usize(index) * ROW_BYTES;
}

/** Adds the message to an open text. */
export function addMessage(): void {
  addLiteral("0/");
  addInteger(i64(nodeCount));
  addLiteral(" nodes are available:");
  if (decision.conflicts) addLiteral(" pod affinity terms conflict.");
  else addFilterReasons();
  addPreemption();
}

/** Why preemption did not help, and since 1.37 where it did; nothing when it was not asked. */
function addPreemption(): void {
  const outcome = decision.preemption;
  if (!preempts) return;
  if (outcome == Preemption.Nominated) return addNominated();
  const profile = profileAt(templateAt(decision.template).profile);
  // Without its plugin, only that of claims reports something.
  const isAbsent = profile.hasPreemption == 0;
  if (outcome == Preemption.None && !isAbsent) return;
  const hasClaims = ((profile.absent >> Plugin.DynamicResources) & 1) == 0;
  if (behavesAs(Behavior.NamesNewClaims) && hasClaims) {
    addLiteral(" no new claims to deallocate");
    if (!isAbsent) addLiteral(",");
  }
  if (isAbsent) return;
  addLiteral(" preemption: ");
  switch (outcome) {
    case Preemption.Never:
      return addLiteral("not eligible due to preemptionPolicy=Never.");
    case Preemption.Waiting:
      return addLiteral("not eligible due to a terminating pod on the nominated node.");
    default:
      addLiteral("0/");
      addInteger(i64(nodeCount));
      addLiteral(" nodes are available:");
      addTrialReasons();
  }
}

function addNominated(): void {
  if (!behavesAs(Behavior.NamesVictims)) return;
  const candidate = chosenCandidate();
  const node = nodeAt(nodeRow(candidate.position)).name;
  addLiteral(" preemption: found a potential placement for pod on node ");
  addText(textAt(node), textSize(node));
  addLiteral(", preempting ");
  addInteger(i64(candidate.victimCount));
  addLiteral(" victims");
}

/** Why the pod fits on no node even without the pods of lower priority. */
function addTrialReasons(): void {
  const pod = podAt(decision.pod);
  const template = templateAt(decision.template);
  const profile = profileAt(template.profile);
  count = 0;
  let told: u32 = 0;
  startTrials(decision.pod, template, profile, trialList);
  for (let position: u32 = 0; position < nodeCount; position++) {
    if (!mayHelp(pod, template, profile, position)) continue;
    told++;
    const trial = tryNode(position);
    if (trial == Trial.NoLowerPriority)
      countSentence("No preemption victims found for incoming pod", 1);
    else if (trial == Trial.Refused) countTrial(pod, template, profile, position);
    endTrial();
  }
  if (told < nodeCount) {
    countSentence("Preemption is not helpful for scheduling", nodeCount - told);
  }
  addSentences();
}

function countTrial(pod: Pod, template: Template, profile: Profile, position: u32): void {
  beginReasons(pod, decision.pod, template, profile, position);
  addReasons(template, position, refusalWithoutNominated(template, profile, position));
  endReasons(pod, decision.pod, profile, position);
}

function addFilterReasons(): void {
  count = 0;
  const template = templateAt(decision.template);
  countWalked(template);
  countAbsent();
  addSentences();
}

/** Adds the sentences that were counted. */
function addSentences(): void {
  sortRows();
  for (let index: u32 = 0; index < count; index++) {
    addLiteral(index == 0 ? " " : ", ");
    const row = rowAt(index);
    addText(row + TEXT_OFFSET, load<i32>(row, 8));
  }
  if (count != 0) addLiteral(".");
}

/** What no scheduler reads: the cluster has no node. */
export function addNoNodes(): void {
  addLiteral("no nodes available to schedule pods");
}

/** How the scheduler words its own failure. */
export function addInvalid(): void {
  const template = templateAt(decision.template);
  const position = decision.invalid - 1;
  const profile = profileAt(template.profile);
  for (let index: u32 = 0; index < profile.scoreCount; index++) {
    const plugin = scorerAt(profile, index);
    let score: i64 = 0;
    if (plugin == Plugin.NodeResourcesFit) score = fitScoreAt(template, position);
    else if (plugin == Plugin.NodeResourcesBalancedAllocation && template.isBalanced) {
      score = balancedScoreAt(template, position);
    }
    if (!isInvalid(score)) continue;
    addLiteral("applying score defaultWeights on Score plugins: plugin ");
    addText(QUOTE_TEXT, 1);
    addLiteral(pluginName(plugin));
    addText(QUOTE_TEXT, 1);
    addLiteral(" returns an invalid score ");
    addInteger(score);
    addLiteral(", it should in the range of [0, 100] after normalizing");
    return;
  }
}

/** A quotation mark, which a literal of JSON cannot have. */
const QUOTE_TEXT: usize = memory.data<u8>([0x22]);

/** What a pod that is gated waits for. */
export function addGates(): void {
  const gates = specWord(podAt(decision.pod).spec, SpecWord.SchedulingGates);
  addLiteral("waiting for scheduling gates: [");
  for (let index: u32 = 0; index < listCount(gates); index++) {
    if (index != 0) addLiteral(" ");
    addText(textAt(wordOf(gates, index)), textSize(wordOf(gates, index)));
  }
  addLiteral("]");
}

function countWalked(template: Template): void {
  let isNominatedSeen = false;
  for (let index: u32 = 0; index < decision.walked; index++) {
    const position = walkedPosition(index);
    if (position + 1 == decision.nominated) isNominatedSeen = true;
    countRefusal(template, position);
  }
  if (decision.nominated != 0 && !isNominatedSeen) {
    countRefusal(template, decision.nominated - 1);
  }
}

function countRefusal(template: Template, position: u32): void {
  const plugin = refusalAt(position) - 1;
  if (plugin < 0) return;
  const pod = podAt(decision.pod);
  const profile = profileAt(template.profile);
  beginReasons(pod, decision.pod, template, profile, position);
  addReasons(template, position, plugin);
  endReasons(pod, decision.pod, profile, position);
}

function addReasons(template: Template, position: u32, plugin: i32): void {
  const reasons = countReasons(template, position, plugin);
  for (let reason: u32 = 0; reason < reasons; reason++) {
    const row = rowAt(count);
    const end = writeReason(row + TEXT_OFFSET, template, position, plugin, reason);
    countText(row + TEXT_OFFSET, i32(end - row - TEXT_OFFSET), 1);
  }
}

/** Nodes that no required term names are refused together, by all that refused a node so far. */
function countAbsent(): void {
  if (decision.named == 0 || !behavesAs(Behavior.CountsAbsentNodes)) return;
  const absent = nodeCount - decision.refused;
  if (absent == 0) return;
  const row = rowAt(count);
  let end = writeAscii(row + TEXT_OFFSET, "node(s) didn't satisfy plugin(s) [");
  const other = decision.nominated == 0 ? -1 : refusalAt(decision.nominated - 1) - 1;
  const isOther = other >= 0 && other != Plugin.NodeAffinity;
  // In the order of the alphabet: InterPodAffinity alone comes before NodeAffinity.
  const isBefore = isOther && other == Plugin.InterPodAffinity;
  if (isBefore) end = writeByte(writeAscii(end, pluginName(other)), 0x20);
  end = writeAscii(end, pluginName(Plugin.NodeAffinity));
  if (isOther && !isBefore) end = writeAscii(writeByte(end, 0x20), pluginName(other));
  end = writeAscii(end, "]");
  countText(row + TEXT_OFFSET, i32(end - row - TEXT_OFFSET), absent);
}

function countSentence(sentence: string, times: u32): void {
  const row = rowAt(count);
  const end = writeAscii(row + TEXT_OFFSET, sentence);
  countText(row + TEXT_OFFSET, i32(end - row - TEXT_OFFSET), times);
}

/** Counts a sentence in the free row; a new one stays there. */
function countText(at: usize, size: i32, times: u32): void {
  const hash = u32(hashBytes(at, size));
  for (let index: u32 = 0; index < count; index++) {
    const row = rowAt(index);
    if (load<u32>(row, 4) != hash) continue;
    if (!equalText(row + TEXT_OFFSET, load<i32>(row, 8), at, size)) continue;
    store<u32>(row, load<u32>(row) + times);
    return;
  }
  if (count == ROWS_MAX) return;
  const row = rowAt(count++);
  store<u32>(row, times);
  store<u32>(row, hash, 4);
  store<i32>(row, size, 8);
}

/** Puts the number before each sentence, then sorts by bytes. */
function sortRows(): void {
  for (let index: u32 = 0; index < count; index++) numberRow(rowAt(index));
  const spare = rowAt(count);
  for (let index: u32 = 1; index < count; index++) {
    memory.copy(spare, rowAt(index), ROW_BYTES);
    let place = index;
    while (place > 0 && follows(rowAt(place - 1), spare)) {
      memory.copy(rowAt(place), rowAt(place - 1), ROW_BYTES);
      place--;
    }
    memory.copy(rowAt(place), spare, ROW_BYTES);
  }
}

function numberRow(row: usize): void {
  const size = load<i32>(row, 8);
  const number = row + 12;
  const end = writeByte(writeUnsigned(number, load<u32>(row)), 0x20);
  const digits = end - number;
  copyText(row + TEXT_OFFSET + digits, row + TEXT_OFFSET, size);
  memory.copy(row + TEXT_OFFSET, number, digits);
  store<i32>(row, size + i32(digits), 8);
}

function follows(a: usize, b: usize): bool {
  return compareText(a + TEXT_OFFSET, load<i32>(a, 8), b + TEXT_OFFSET, load<i32>(b, 8)) > 0;
}
