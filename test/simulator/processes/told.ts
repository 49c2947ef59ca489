/** What processes told of the scenarios, as `npm run oracle -- processes --keep` wrote it. */
import { fileURLToPath } from "node:url";
import type { OracleEvent } from "../compare.ts";

export const TOLD_FILE = fileURLToPath(new URL("told.json", import.meta.url));

export interface ToldByProcesses {
  readonly scenario: string;
  readonly kubernetes: string;
  readonly events: readonly OracleEvent[];
}
