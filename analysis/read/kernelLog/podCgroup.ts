/**
 * Which pod and container a cgroup is of: as the kubelet's drivers cgroupfs and systemd name them,
 * under cgroup v1 and v2, with containerd, CRI-O, Docker and Podman.
 */

export interface CgroupPod {
  readonly uid?: string;
  readonly containerId?: string;
  readonly runtime?: string;
}

/** A uid, with dashes or as systemd has them; or the hash of a static pod's manifest. */
const POD =
  /(?:^|[/-])pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})(?=[./:]|$)/;
/** The whole id after a dash: a UUID ends in a dash and twelve digits. */
const CONTAINER =
  /(?:(?:^|[/:])(?=[0-9a-f]{12})|-(?=[0-9a-f]{32}))([0-9a-f]{12,64})(?:\.scope)?(?:\/|$)/;
/** The prefix of the id, or a folder above it. */
const RUNTIMES: readonly (readonly [RegExp, string])[] = [
  [/(?:cri-containerd[-:]|\/containerd\.service\/)/, "containerd"],
  [/(?:^|\/)crio-(?!conmon)/, "cri-o"],
  [/(?:^|\/)docker[-/]/, "docker"],
  [/(?:^|\/)libpod-/, "podman"],
];

/** Null for a cgroup of neither. */
export function podOfCgroup(path: string): CgroupPod | null {
  const uid = POD.exec(path)?.[1]?.replaceAll("_", "-");
  const pod = uid === undefined ? "" : (POD.exec(path)?.[0] ?? "");
  const rest = path.slice(path.indexOf(pod) + pod.length);
  const containerId = CONTAINER.exec(rest)?.[1];
  if (uid === undefined && containerId === undefined) return null;
  const runtime = RUNTIMES.find(([pattern]) => pattern.test(path))?.[1];
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(containerId === undefined ? {} : { containerId }),
    ...(runtime === undefined || containerId === undefined ? {} : { runtime }),
  };
}
