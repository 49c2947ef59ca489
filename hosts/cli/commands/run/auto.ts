import { inCluster } from "../../../daemon/kubernetes/inCluster.ts";
import { chooseSource, hasCgroups, listensAt } from "../../../daemon/sources/auto.ts";
import type { Io } from "../../../system/io.ts";
import { printNotes } from "../../notes.ts";
import type { RunOptions } from "./runOptions.ts";

/** What the choice of the example stands for. */
const EXAMPLE: Partial<RunOptions> = { source: "capture", example: "memory-leak", pace: 10 };

/** `--source auto`: the options with the source that is there; one line says which, and why. */
export async function chosenByAuto(options: RunOptions, io: Io): Promise<RunOptions> {
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
  if (choice === "example") return { ...options, ...EXAMPLE };
  return { ...options, source: choice };
}
