import type { ExplainOptions } from "../../../../analysis/questions/explain/options.ts";

/** The options, and the command line that they are from. */
export interface GivenOptions extends ExplainOptions {
  readonly words: readonly string[];
}
