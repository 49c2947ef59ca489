/** From what is told in every step to what somebody should look at. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The members of a line after `time` and `level`; their names are stable. */
export interface LogEvent {
  readonly event:
    | "configured"
    | "decision"
    | "problem"
    | "recovered"
    | "trouble"
    | "summary"
    | "stopped";
  readonly [member: string]: unknown;
}

export function reaches(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}
