/** The service as it is deployed: a real workerd, and a Node that keeps its nodes in files. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EdgeOptions } from "../../hosts/edge/index.ts";
import { tenantsSetting } from "./client.ts";
import { PROGRAM_RUNTIMES, startProgram } from "./program.ts";
import { startWorkerd, WITHOUT_WORKERD } from "./workerd.ts";

export type ServiceOptions = Pick<EdgeOptions, "limits" | "stateKeys" | "work">;

export interface RunningService {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ServiceHost {
  readonly name: string;
  readonly isMissing: boolean;
  start(options?: ServiceOptions): Promise<RunningService>;
}

export const SERVICE_HOSTS: readonly ServiceHost[] = [
  {
    name: "workerd",
    isMissing: WITHOUT_WORKERD,
    async start({ limits, stateKeys, work } = {}) {
      return startWorkerd({
        settings: {
          TENANTS: await tenantsSetting(),
          ...(limits === undefined ? {} : { LIMITS: JSON.stringify(limits) }),
          ...(stateKeys === undefined ? {} : { STATE_KEYS: JSON.stringify(stateKeys) }),
          ...(work === undefined ? {} : { WORK: JSON.stringify(work) }),
        },
      });
    },
  },
  {
    name: "Node",
    isMissing: false,
    async start(options) {
      const [node] = PROGRAM_RUNTIMES;
      if (node === undefined) throw new Error("There is no Node.");
      const directory = mkdtempSync(join(tmpdir(), "plimsoll-service-"));
      const { url, stop } = await startProgram(node, directory, options);
      return {
        url,
        async stop() {
          await stop();
          rmSync(directory, { recursive: true, force: true });
        },
      };
    },
  },
];
