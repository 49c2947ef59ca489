import type { Clock } from "../../../analysis/engine/clock.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import type { Io, NoticeKind } from "../../system/io.ts";

/** From what is logged in every step to what needs attention. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The members of a line after `time` and `level`; their names are stable. */
export interface LogEvent {
  readonly event:
    | "configured"
    | "decision"
    | "problem"
    | "recovered"
    | "error"
    | "note"
    | "summary"
    | "stopped";
  readonly [member: string]: unknown;
}

/** One line of the log, newline included; `time` is when it is written, in nanoseconds. */
export function formatLogLine(time: bigint, level: LogLevel, event: LogEvent): string {
  return `${JSON.stringify({ time: formatTime(time), level, ...event })}\n`;
}

/** The same process with its notes and warnings in the log, so every line there is JSON. */
export function withLoggedNotices(io: Io, clock: Clock, least: LogLevel): Io {
  const levels: Readonly<Record<NoticeKind, LogLevel>> = { note: "info", warning: "warn" };
  return {
    ...io,
    async notice(kind, sentence) {
      const level = levels[kind];
      if (!reaches(level, least)) return;
      await io.stdout.write(formatLogLine(clock.now(), level, { event: "note", sentence }));
    },
  };
}

export function reaches(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}
