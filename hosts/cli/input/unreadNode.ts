import { inputSentence } from "../errors.ts";
import type { NodeChoice } from "./cluster.ts";

/**
 * Why a node could not be read; another error than that is thrown again. What gave up first
 * at the time limit depends on the machine; the sentence does not.
 */
export function unreadReason(
  error: unknown,
  { timeoutMilliseconds }: NodeChoice,
  isLate: boolean,
): string {
  const reason = inputSentence(error);
  if (reason === null) throw error;
  return isLate ? `It did not answer within ${timeoutMilliseconds / 1000} s.` : reason;
}
