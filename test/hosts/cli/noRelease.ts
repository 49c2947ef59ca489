import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../analysis/text/release.ts";

/** The note about objects without a kubelet's release. */
export const NO_RELEASE =
  "note: No node states its kubelet's release; kube-scheduler " +
  `${formatRelease(RELEASES.scheduler.default)} is assumed (--kubernetes-version).\n`;
