/** What a rule of the validation is, and the kinds of rules that come up again and again. */
import type { Lifetime } from "./facts.ts";
import { durationText } from "./goText.ts";
import type { Settings } from "./settings.ts";

export const INVALID = "invalid configuration: ";
/** Durations in nanoseconds. */
export const SECOND = 1_000_000_000n;
export const MILLISECOND = 1_000_000n;

/** An error about a member; without a path, about the one that the row names. */
export interface RuleError {
  readonly path?: string;
  readonly message: string;
}

export interface ValidationRule extends Partial<Lifetime> {
  /** The member that an error is about. */
  readonly path: string;
  check(settings: Settings): readonly (string | RuleError)[];
}

export function row(path: string, check: ValidationRule["check"]): ValidationRule {
  return { path, check };
}

/** A check of one number. */
export function rule(
  path: string,
  check: (settings: Settings, value: number) => readonly string[],
): ValidationRule {
  return { path, check: (settings) => check(settings, settings.number(path)) };
}

export function when(wrong: boolean, message: string): readonly string[] {
  return wrong ? [message] : [];
}

export function notNegative(path: string, flag: string): ValidationRule {
  return rule(path, (_, value) =>
    when(value < 0, `${INVALID}${path} (${flag}) ${value} must not be a negative number`),
  );
}

export function within(path: string, flag: string, min: number, max: number): ValidationRule {
  return rule(path, (_, value) =>
    when(
      value < min || value > max,
      `${INVALID}${path} (${flag}) ${value} must be between ${min} and ${max}, inclusive`,
    ),
  );
}

export function isPort(port: number): boolean {
  return port >= 1 && port <= 65535;
}

/** How Go prints the struct that holds a duration in a configuration. */
export function held(duration: bigint): string {
  return `{${durationText(duration)}}`;
}
