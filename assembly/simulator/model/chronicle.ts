/** What happened, in its order. */
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";
import { now } from "./timers.ts";

export enum Happening {
  Applied = 0,
  Disconnected,
  Reconnected,
  Condition,
  Tainted,
  Untainted,
  Created,
  Scheduled,
  FailedScheduling,
  Preempted,
  Rejected,
  Started,
  Evicted,
  OOMKilled,
  Restarted,
  Terminating,
  Deleted,
}

@unmanaged
export class Event {
  time: i64;
  kind: Happening;
  /** Row of the node plus 1. */
  node: u32;
  namespace: u32;
  name: u32;
  /** Row of the owner plus 1. */
  owner: u32;
  reason: u32;
  /** A text as JSON has it, without quotes. */
  message: u32;
}

const EVENT_BYTES: usize = offsetof<Event>();
const events = changetype<Table>(memory.data(16, 4));
/** Events before those in the table, which were written and are forgotten. */
let written: u32 = 0;

export function forgetEvents(): void {
  forgetTable(events);
  written = 0;
}

export function eventCount(): u32 {
  return written + events.count;
}

/** Events that were not written yet. */
export function unwritten(): u32 {
  return events.count;
}

export function eventAt(index: u32): Event {
  return changetype<Event>(rowAt(events, index));
}

/** Takes away the first `count` of those that were not written yet. */
export function dropEvents(count: u32): void {
  const rest = events.count - count;
  memory.copy(rowAt(events, 0), rowAt(events, count), usize(rest) * EVENT_BYTES);
  events.count = rest;
  written += count;
}

/** The new event, of now. A failure leaves the last one to be written over. */
export function addEvent(kind: Happening): Event {
  const place = appendRow(events, EVENT_BYTES);
  const event = changetype<Event>(place == 0 ? LAST : place);
  memory.fill(changetype<usize>(event), 0, EVENT_BYTES);
  event.time = now;
  event.kind = kind;
  return event;
}

const LAST: usize = memory.data(48, 8);
