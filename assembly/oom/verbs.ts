/** The module's surface: every verb from its document to its answer, in one place. */
import { Detail, Document, Status } from "../abi.ts";
import { finishAnswer, forgetAnswer, refuse } from "../base/answer.ts";
import { clearFailure, failureStatus } from "../base/json/failure.ts";
import { startOutput } from "../base/json/write.ts";
import { wipeDocument, wipeRows } from "../base/used.ts";
import { decodeRace } from "./documents/race.ts";
import { decodeTasks, forgetRows, rowsUsed, textBytes } from "./documents/tasks.ts";
import {
  LIMITS_BYTES,
  LIMITS_OFFSET,
  MACHINE_BYTES,
  MACHINE_OFFSET,
  ORDER_MERGE_OFFSET,
  ORDER_OFFSET,
  RACE_BYTES,
  RACE_OFFSET,
  TASK_SIZE,
  TASKS_OFFSET,
  TEXT_OFFSET,
} from "./memory.ts";
import { machine } from "./model/machine.ts";
import { race as raced } from "./model/race.ts";
import { OomReason } from "./reasons.ts";
import { writeFailure } from "./report/failure.ts";
import { writeRace } from "./report/race.ts";
import { writeSelection } from "./report/selection.ts";
import { runRace } from "./stages/race.ts";
import { selectTask } from "./stages/select.ts";

/** Which task the kernel kills; answers an `OomAction`. A refused document leaves no tasks. */
export function select(size: i32): i32 {
  forgetAnswer();
  raced.present = 0;
  const status = decodeTasks(size);
  if (status != Status.Ok) return status;
  machine.present = 1;
  return selectTask();
}

/** Whether the kubelet or the kernel acts first as memory falls; answers a `First`. */
export function race(size: i32): i32 {
  forgetAnswer();
  machine.present = 0;
  const status = decodeRace(size);
  if (status != Status.Ok) return status;
  raced.present = 1;
  return runRace();
}

/** Writes the answer of the last `select` or `race` as JSON, or once why a verb was refused. */
export function report(detail: i32): i32 {
  if (detail < Detail.Decision || detail > Detail.Counterfactuals) {
    return refuse(Status.InvalidArgument, OomReason.Detail);
  }
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (machine.present != 0) writeSelection(detail);
  else if (raced.present != 0) writeRace();
  else return refuse(Status.OutOfOrder, OomReason.NothingSelected);
  return finishAnswer();
}

/** Forgets the tasks and wipes them and the answer from memory. */
export function clear(): i32 {
  wipeDocument();
  memory.fill(MACHINE_OFFSET, 0, MACHINE_BYTES);
  memory.fill(RACE_OFFSET, 0, RACE_BYTES);
  memory.fill(LIMITS_OFFSET, 0, LIMITS_BYTES);
  wipeRows(TASKS_OFFSET, rowsUsed, TASK_SIZE);
  wipeRows(ORDER_OFFSET, rowsUsed, 4);
  wipeRows(ORDER_MERGE_OFFSET, rowsUsed, 4);
  wipeRows(TEXT_OFFSET, load<u32>(textBytes), 1);
  store<u32>(textBytes, 0);
  forgetRows();
  forgetAnswer();
  return 0;
}
