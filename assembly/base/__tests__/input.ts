/** Documents in, texts out: for tests of what reads and writes JSON. */
import { Document } from "../../abi.ts";
import { clearFailure, failureAt, failureByteOffset, failureStatus } from "../json/failure.ts";
import { addPath } from "../json/path.ts";
import { beginText, endText, outputEnd, startOutput } from "../json/write.ts";
import { INPUT_OFFSET, INPUT_PADDING_BYTES, OUTPUT_OFFSET } from "../memory.ts";

/** By the negated status. */
const STATUS_NAMES: string[] = [
  "Ok",
  "NotConfigured",
  "InputTooLarge",
  "InvalidJson",
  "InvalidText",
  "TooDeep",
  "WrongDocument",
  "WrongType",
  "InvalidConfiguration",
  "InvalidQuantity",
  "TableFull",
  "OutputTooLarge",
  "InvalidState",
  "InvalidSnapshot",
  "OutOfOrder",
  "NotFound",
  "InvalidArgument",
];

/** Puts a document into the input region, NULs after it, and forgets an earlier failure. */
export function give(text: string): i32 {
  const size = String.UTF8.byteLength(text);
  String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, INPUT_OFFSET);
  return endInput(size);
}

/** As `give`, for bytes that no text has: pairs of hexadecimal digits, spaces between them. */
export function giveBytes(hexadecimal: string): i32 {
  const pairs = hexadecimal.split(" ");
  for (let index = 0; index < pairs.length; index++) {
    store<u8>(INPUT_OFFSET + usize(index), u8(U32.parseInt(pairs[index], 16)));
  }
  return endInput(pairs.length);
}

export function endInput(size: i32): i32 {
  memory.fill(INPUT_OFFSET + usize(size), 0, INPUT_PADDING_BYTES);
  clearFailure(Document.None);
  return size;
}

export function textAt(at: usize, size: usize): string {
  return String.UTF8.decodeUnsafe(at, size);
}

/** What was written since `startOutput`. */
export function output(): string {
  return textAt(OUTPUT_OFFSET, outputEnd() - OUTPUT_OFFSET);
}

export function statusName(status: i32): string {
  return status > 0 ? "more than Ok" : STATUS_NAMES[-status];
}

/** `WrongType at 9`: the status of the failure and its byte. */
export function failurePlace(): string {
  return `${statusName(failureStatus())} at ${failureByteOffset()}`;
}

/** The JSON path of an address of the input, as reports show it. */
export function pathOf(address: usize): string {
  startOutput();
  beginText();
  addPath(address);
  endText();
  const quoted = output();
  return quoted.slice(1, quoted.length - 1);
}

/** `WrongType $.node.memory`: the status of the failure and its path. */
export function failurePath(): string {
  return `${statusName(failureStatus())} ${pathOf(failureAt())}`;
}
