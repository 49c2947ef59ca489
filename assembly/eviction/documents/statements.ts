/**
 * The four maps of eviction settings as written in the document: signal → text. Parsed only
 * after the whole document is read, in the kubelet's order.
 *
 * ```
 *  0    8      16
 *  ┌────┬──────┐
 *  │key │value │   address and size each
 *  └────┴──────┘
 * ```
 */
import { Status } from "../../abi.ts";
import { reserveText } from "../../base/arena.ts";
import { fail, Reason } from "../../base/json/failure.ts";
import {
  closeObject,
  keyAt,
  keySize,
  nextMember,
  openObject,
  scanMember,
  wrongType,
} from "../../base/json/member.ts";
import { readText } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { equalText } from "../../base/text.ts";

@unmanaged
export class Statement {
  key: u32;
  keySize: i32;
  value: u32;
  valueSize: i32;
}

/** More entries than signals are all errors; this many are reported. */
export const STATEMENTS_MAX: u32 = 64;

@unmanaged
export class Statements {
  /** 1 when the member is there and not null. */
  present: u32;
  count: u32;
}

const STATEMENTS_BYTES: usize = 8 + 16 * 64;

export const hardStatements: Statements = changetype<Statements>(memory.data(1032, 8));
export const softStatements: Statements = changetype<Statements>(memory.data(1032, 8));
export const graceStatements: Statements = changetype<Statements>(memory.data(1032, 8));
export const reclaimStatements: Statements = changetype<Statements>(memory.data(1032, 8));

export function clearStatements(): void {
  memory.fill(changetype<usize>(hardStatements), 0, STATEMENTS_BYTES);
  memory.fill(changetype<usize>(softStatements), 0, STATEMENTS_BYTES);
  memory.fill(changetype<usize>(graceStatements), 0, STATEMENTS_BYTES);
  memory.fill(changetype<usize>(reclaimStatements), 0, STATEMENTS_BYTES);
}

export function statementAt(statements: Statements, index: u32): Statement {
  return changetype<Statement>(changetype<usize>(statements) + 8 + 16 * usize(index));
}

/** A map of texts; a later duplicate of a key wins. */
export function decodeStatements(at: usize, statements: Statements): usize {
  memory.fill(changetype<usize>(statements), 0, STATEMENTS_BYTES);
  if (isNull(at)) return at + 4;
  statements.present = 1;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (at == 0) return 0;
    if (load<u8>(at) != QUOTE && !isNull(at)) return wrongType(at, Reason.ExpectedText);
    const statement = slotFor(statements);
    if (statement == null) return fail(Status.TableFull, Reason.Text, at);
    at = readText(at, changetype<usize>(statement) + 8);
    at = nextMember(at);
  }
  return closeObject(at);
}

function slotFor(statements: Statements): Statement | null {
  const existing = findStatement(statements, keyAt, keySize);
  if (existing >= 0) return statementAt(statements, u32(existing));
  if (statements.count == STATEMENTS_MAX) return null;
  const copy = reserveText(keySize);
  if (copy == 0) return null;
  memory.copy(copy, keyAt, usize(keySize));
  const statement = statementAt(statements, statements.count++);
  statement.key = u32(copy);
  statement.keySize = keySize;
  statement.value = 0;
  statement.valueSize = 0;
  return statement;
}

/** The entry of a key, or -1. */
export function findStatement(statements: Statements, key: usize, size: i32): i32 {
  for (let index: u32 = 0; index < statements.count; index++) {
    const statement = statementAt(statements, index);
    if (equalText(statement.key, statement.keySize, key, size)) return i32(index);
  }
  return -1;
}
