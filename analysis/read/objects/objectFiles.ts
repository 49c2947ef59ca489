/**
 * Which members of a folder or an archive hold objects that a question depends on. Tools that
 * collect them name a file or its folder for the resource: `kubectl cluster-info dump`
 * (`NAMESPACE/pods.json`), `oc adm inspect` (`core/nodes/NAME.yaml`, `pods/NAME/NAME.yaml` and
 * `namespaces/NS/core/pods.yaml`), the collectors of replicatedhq/troubleshoot
 * (`pods/NAMESPACE.json`) and sonobuoy (`ns/NAMESPACE/core_v1_pods.json`).
 */
const SCHEDULING = [
  "nodes",
  "pods",
  "namespaces",
  "services",
  "replication-?controllers",
  "replica-?sets",
  "stateful-?sets",
  "pod-?disruption-?budgets(?:-info)?",
  "priority-?classes",
  "runtime-?classes",
];
/** The scheduler does not ask for them, and a cluster that is simulated has pods made by them. */
const OWNERS = ["deployments", "daemon-?sets", "jobs"];
const DOCUMENT = "(?:json|ya?ml)(?:\\.gz)?";
const OF_SCHEDULING = patternOf(SCHEDULING);
const OF_OWNERS = patternOf(OWNERS);
/** A namespace is next to its objects: `namespaces/shop/shop.yaml`. */
const NAMESPACE = /(?:^|\/)namespaces\/([^/]+)\/\1\.ya?ml$/;
const ANY = new RegExp(`\\.${DOCUMENT}$`);
/** No tool writes a longer path. */
const PATH_LENGTH_MAX = 1_024;

/** Whether a member is one of a resource that scheduling depends on, by its path. */
export function isOfScheduling(path: string): boolean {
  if (path.length > PATH_LENGTH_MAX) return false;
  return OF_SCHEDULING.test(path) || NAMESPACE.test(path);
}

/** Whether a file in the archive contains objects that the simulator uses. */
export function isOfPlaying(path: string): boolean {
  return isOfScheduling(path) || (path.length <= PATH_LENGTH_MAX && OF_OWNERS.test(path));
}

/** Whether a member may be a document at all: for folders that name their files otherwise. */
export function isDocument(path: string): boolean {
  return path.length <= PATH_LENGTH_MAX && ANY.test(path);
}

function patternOf(resources: readonly string[]): RegExp {
  const document = `\\.${DOCUMENT}`;
  return new RegExp(
    `(?:^|/)(?:[a-z0-9.]{1,253}_v[a-z0-9]{1,20}_)?(?:${resources.join("|")})` +
      `(?:${document}|(?:/[^/]+){1,2}${document})$`,
  );
}
