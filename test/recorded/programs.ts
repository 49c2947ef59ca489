/** The kubelet and the programs around it in the guest, built from the sources that node/ pins. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtPrograms } from "../cluster/binaries.ts";

const MODULE = fileURLToPath(new URL("node", import.meta.url));
const CACHE = fileURLToPath(new URL("../../build/recorded/programs", import.meta.url));

/** Package and file name. */
const PROGRAMS = { kubelet: "k8s.io/kubernetes/cmd/kubelet", node: "." };

export interface GuestPrograms {
  readonly kubelet: string;
  readonly node: string;
}

/** Of the release that node/go.mod pins, or of another that is named; null without Go. */
export function guestPrograms(release?: string): GuestPrograms | null {
  const modules = release === undefined ? "go" : `releases/${release}`;
  const directory = builtPrograms(MODULE, CACHE, PROGRAMS, modules);
  if (directory === null) return null;
  return { kubelet: join(directory, "kubelet"), node: join(directory, "node") };
}
