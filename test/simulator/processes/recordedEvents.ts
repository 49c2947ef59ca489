/** What processes recorded of the scenarios, as `npm run oracle -- processes --keep` wrote it. */
import { fileURLToPath } from "node:url";
import type { OracleEvent } from "../compare.ts";

export const RECORDED_FILE = fileURLToPath(new URL("recorded.json", import.meta.url));

export interface RecordedByProcesses {
  readonly scenario: string;
  readonly kubernetes: string;
  readonly events: readonly OracleEvent[];
}
