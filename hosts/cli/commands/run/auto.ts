import { inCluster } from "../../../daemon/kubernetes/inCluster.ts";
import { type Choice, chooseSource, hasCgroups, listensAt } from "../../../daemon/sources/auto.ts";
import type { Io } from "../../../system/io.ts";
import { printNotes } from "../../notes.ts";
import type { RunOptions } from "./options.ts";
import { type OpenedSource, rowOf, SOURCES } from "./sources.ts";

/** What the choice of the example stands for. */
const EXAMPLE: Partial<RunOptions> = { example: "memory-leak", pace: 10 };

/** `--source auto`: opens what is there, and says in one line what and why. */
export async function openAuto(options: RunOptions, io: Io): Promise<OpenedSource> {
  const account = inCluster(io.environment) !== null;
  const node = options.node ?? io.environment.NODE_NAME;
  const isReadOnlyPort = options.kubelet.startsWith("http:");
  const named = options.kubeletTokenFile ?? options.kubeletClientCertificate;
  const { choice, sentence } = chooseSource({
    capture: options.capture !== undefined || options.example !== undefined,
    credentials: account || isReadOnlyPort || named !== undefined,
    kubelet: await listensAt(options.kubelet),
    apiServer: account && node !== undefined,
    cgroups: hasCgroups(options.cgroupRoot),
  });
  await printNotes([sentence], io);
  const own = choice === "example" ? { ...options, ...EXAMPLE } : options;
  return rowOf(SOURCES, nameOf(choice)).open(own, io);
}

function nameOf(choice: Choice): string {
  return choice === "example" ? "capture" : choice;
}
