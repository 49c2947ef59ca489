/** The module's surface: every verb from its document to its answer, in one place. */
import { Detail, Document, OomdAction, Status } from "../abi.ts";
import { finishAnswer, forgetAnswer, keepAnswer, refuse } from "../base/answer.ts";
import { takeInput } from "../base/json/document.ts";
import { clearFailure, failureStatus } from "../base/json/failure.ts";
import { startOutput } from "../base/json/write.ts";
import { wipeDocument, wipeRows } from "../base/used.ts";
import { decodeConfiguration } from "./documents/configuration.ts";
import { startMachine } from "./documents/machine.ts";
import { startOomd, wipeSettings } from "./documents/oomd.ts";
import { saveState, takeState, verifyState } from "./documents/savedState.ts";
import { decodeStep } from "./documents/step.ts";
import {
  CANDIDATES_OFFSET,
  CGROUP_SIZE,
  CGROUPS_OFFSET,
  DECISION_BYTES,
  DECISION_OFFSET,
  EARLYOOM_BYTES,
  MERGE_OFFSET,
  ORDER_OFFSET,
  PRESSURE_OFFSET,
  PROGRAM_BYTES,
  PROGRAM_OFFSET,
  SLOTS,
  SLOTS_OFFSET,
  TEXT_BYTES,
  TEXT_OFFSET,
  TREE_OFFSET,
} from "./memory.ts";
import { decision } from "./model/decision.ts";
import { earlyoom } from "./model/earlyoom.ts";
import { oomd } from "./model/oomd.ts";
import { Killer, program } from "./model/program.ts";
import { OomdReason } from "./reasons.ts";
import { writeDecision } from "./report/decision.ts";
import { writeEarlyoom } from "./report/earlyoom.ts";
import { writeFailure } from "./report/failure.ts";
import { writeOomd } from "./report/oomd.ts";
import { noteStart } from "./stages/detect.ts";
import { lookForEarlyoom, startEarlyoom } from "./stages/earlyoom.ts";
import { runOomd } from "./stages/look.ts";
import { receiveMessages } from "./stages/monitor.ts";
import { runUntil } from "./stages/run.ts";
import { orderTree } from "./stages/tree.ts";

/** Most rows of cgroups, and bytes of texts, since the module was made or cleared. */
let rowsUsed: u32 = 0;

/** Takes the settings of a program, and begins with no cgroup but the root. */
export function configure(size: i32): i32 {
  forgetAnswer();
  forgetCgroups();
  const status = decodeConfiguration(size);
  if (status != Status.Ok) return status;
  startMachine();
  program.present = 1;
  return Status.Ok;
}

/** Takes what changes at one moment. A refused step ends what was configured. */
export function observe(size: i32): i32 {
  forgetAnswer();
  if (program.present == 0) return refuse(Status.NotConfigured, OomdReason.NotConfigured);
  decision.present = 0;
  program.present = 0;
  const status = decodeStep(size);
  rowsUsed = max(rowsUsed, program.cgroupCount);
  if (status != Status.Ok) return status;
  orderTree();
  noteStart();
  if (!startEarlyoom()) return refuse(Status.InvalidConfiguration, OomdReason.Exceeds);
  oomd.present = 0;
  earlyoom.present = 0;
  earlyoom.isDue = 1;
  if (!receiveMessages()) return refuse(Status.TableFull, OomdReason.Monitored);
  program.present = 1;
  return Status.Ok;
}

/**
 * Lets the program look at what was observed, before a moment in milliseconds since the start;
 * answers an `OomdAction`. After a decision, the next call goes on.
 */
export function run(moment: i32): i32 {
  forgetAnswer();
  clearFailure(Document.None);
  if (program.present == 0) return refuse(Status.NotConfigured, OomdReason.NotConfigured);
  if (i64(moment) < program.nowMs) return refuse(Status.InvalidArgument, OomdReason.Past);
  if (program.killer == Killer.Earlyoom) return runEarlyoom(moment);
  if (program.killer == Killer.Oomd) return runOomd(moment) ? OomdAction.Decided : OomdAction.None;
  decision.present = 0;
  return runUntil(moment) ? OomdAction.Decided : OomdAction.None;
}

/** It looks once at what each step has. */
function runEarlyoom(moment: i32): i32 {
  earlyoom.present = 0;
  if (earlyoom.isDue != 0) {
    earlyoom.isDue = 0;
    lookForEarlyoom();
    return OomdAction.Decided;
  }
  program.nowMs = i64(moment);
  return OomdAction.None;
}

/** Writes the last decision as JSON, or once why a verb was refused. */
export function report(detail: i32): i32 {
  if (detail < Detail.Decision || detail > Detail.Counterfactuals) {
    return refuse(Status.InvalidArgument, OomdReason.Detail);
  }
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (decision.present != 0) writeDecision(detail);
  else if (earlyoom.present != 0) writeEarlyoom(detail);
  else if (oomd.present != 0) writeOomd(detail);
  else return refuse(Status.OutOfOrder, OomdReason.NothingDecided);
  return finishAnswer();
}

/** Writes what later decisions depend on as opaque bytes; answers their size. */
export function save(): i32 {
  clearFailure(Document.State);
  if (program.present == 0) return refuse(Status.NotConfigured, OomdReason.NotConfigured);
  const size = saveState();
  return size < 0 ? size : keepAnswer(size);
}

/** Takes back a state of the same settings; the next step has all cgroups. */
export function restore(size: i32): i32 {
  forgetAnswer();
  clearFailure(Document.State);
  if (program.present == 0) return refuse(Status.NotConfigured, OomdReason.NotConfigured);
  if (!takeInput(size)) return failureStatus();
  const status = verifyState(size);
  if (status != Status.Ok) return status;
  forgetCgroups();
  startMachine();
  startOomd();
  if (!takeState()) {
    program.present = 0;
    return refuse(Status.TableFull, OomdReason.Cgroups);
  }
  rowsUsed = max(rowsUsed, program.cgroupCount);
  return Status.Ok;
}

/** Forgets the program and all cgroups, and wipes them and the answer from memory. */
export function clear(): i32 {
  wipeDocument();
  forgetCgroups();
  memory.fill(PROGRAM_OFFSET, 0, PROGRAM_BYTES);
  wipeSettings();
  forgetAnswer();
  return 0;
}

function forgetCgroups(): void {
  decision.present = 0;
  memory.fill(DECISION_OFFSET, 0, DECISION_BYTES + EARLYOOM_BYTES);
  memory.fill(PRESSURE_OFFSET, 0, CGROUPS_OFFSET - PRESSURE_OFFSET);
  wipeRows(CGROUPS_OFFSET, rowsUsed, CGROUP_SIZE);
  wipeRows(TREE_OFFSET, rowsUsed, 4);
  wipeRows(CANDIDATES_OFFSET, rowsUsed, 4);
  wipeRows(ORDER_OFFSET, rowsUsed, 4);
  wipeRows(MERGE_OFFSET, rowsUsed, 4);
  memory.fill(SLOTS_OFFSET, 0, 4 * usize(SLOTS));
  memory.fill(TEXT_OFFSET, 0, TEXT_BYTES);
  rowsUsed = 0;
}
