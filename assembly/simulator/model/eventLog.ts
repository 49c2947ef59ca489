/** What happened, in its order. */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { EVENTS_OFFSET, LAST_EVENT_OFFSET, LOG_OFFSET } from "../memory.ts";
import { clock } from "./timers.ts";

export enum EventKind {
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
  /** A signal of a killer in user space ended a container. */
  EndedBySignal,
}

@unmanaged
export class Event {
  time: i64;
  kind: EventKind;
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
const events = changetype<Table>(EVENTS_OFFSET);

@unmanaged
export class Log {
  /** Events before those in the table, which were written and are forgotten. */
  written: u32;
}

const log = changetype<Log>(LOG_OFFSET);

export function eventCount(): u32 {
  return log.written + events.count;
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
  log.written += count;
}

/** The new event, of now. A failure leaves the last one to be written over. */
export function addEvent(kind: EventKind): Event {
  const place = appendRow(events, EVENT_BYTES);
  const event = changetype<Event>(place == 0 ? LAST_EVENT_OFFSET : place);
  memory.fill(changetype<usize>(event), 0, EVENT_BYTES);
  event.time = clock.now;
  event.kind = kind;
  return event;
}
