/** Begins and ends each document, and chooses the failure that is reported. */
import { INPUT_CAPACITY_BYTES, Status } from "../../abi.ts";
import { inputStart, takeDocument } from "../input.ts";
import { INPUT_PADDING_BYTES } from "../memory.ts";
import {
  clearFailure,
  fail,
  failureDocument,
  failureStatus,
  Reason,
  restoreFailure,
  saveFailure,
} from "./failure.ts";
import { skipSpace } from "./scan.ts";
import { skipValue } from "./skip.ts";

/** A byte order mark, which editors on Windows leave; anything else before the value is refused. */
const BYTE_ORDER_MARK: u32 = 0xbfbbef;

/** Whether a document of this size fits the input region; fails with the reason otherwise. */
export function takeInput(size: i32): bool {
  if (size < 0) fail(Status.InvalidArgument, Reason.NegativeSize, 0);
  else if (size > INPUT_CAPACITY_BYTES) fail(Status.InputTooLarge, Reason.Size, 0);
  else {
    takeDocument(size);
    return true;
  }
  return false;
}

/** Ends the input with NUL and answers the address of the first value, or 0. */
export function startDocument(size: i32): usize {
  if (!takeInput(size)) return 0;
  if (size == 0) return fail(Status.InvalidJson, Reason.Empty, inputStart);
  memory.fill(inputStart + usize(size), 0, INPUT_PADDING_BYTES);
  return firstValue();
}

function firstValue(): usize {
  const hasMark = (load<u32>(inputStart) & 0xffffff) == BYTE_ORDER_MARK;
  return skipSpace(hasMark ? inputStart + 3 : inputStart);
}

/** Checks that nothing but space follows the value that ended at `at`; answers a status. */
export function finishDocument(at: usize, size: i32): i32 {
  return finish(at, size, false);
}

/** As `finishDocument`, when the input holds one value after another, or none. */
export function finishDocuments(at: usize, size: i32): i32 {
  return finish(at, size, true);
}

function finish(at: usize, size: i32, several: bool): i32 {
  if (at != 0) {
    at = skipSpace(at);
    if (at == inputStart + usize(size)) return Status.Ok;
    fail(Status.InvalidJson, Reason.TrailingBytes, at);
  }
  const status = failureStatus();
  if (isAboutMeaning(status)) preferSyntax(size, several);
  return failureStatus();
}

function isAboutMeaning(status: i32): bool {
  return (
    status == Status.WrongType ||
    status == Status.WrongDocument ||
    status == Status.InvalidQuantity ||
    status == Status.TableFull
  );
}

/** Bytes that are not JSON are reported as that, even after a wrong member before the flaw. */
function preferSyntax(size: i32, several: bool): void {
  const saved = memory.data(32, 8);
  const end = inputStart + usize(size);
  saveFailure(saved);
  clearFailure(failureDocument());
  let at = skipValue(firstValue());
  while (at != 0) {
    at = skipSpace(at);
    if (at == end) return restoreFailure(saved);
    at = several ? skipValue(at) : fail(Status.InvalidJson, Reason.TrailingBytes, at);
  }
}
