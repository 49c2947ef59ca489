/**
 * Which members of a folder or an archive hold objects that scheduling depends on. Tools that
 * collect them name a file or its folder for the resource: `kubectl cluster-info dump`
 * (`NAMESPACE/pods.json`), `oc adm inspect` (`core/nodes/NAME.yaml`, `pods/NAME/NAME.yaml` and
 * `namespaces/NS/core/pods.yaml`) and the collectors of replicatedhq/troubleshoot
 * (`pods/NAMESPACE.json`).
 */
const RESOURCES = [
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
const DOCUMENT = "(?:json|ya?ml)(?:\\.gz)?";
const OF_RESOURCE = new RegExp(
  `(?:^|/)(?:${RESOURCES.join("|")})(?:\\.${DOCUMENT}|(?:/[^/]+){1,2}\\.${DOCUMENT})$`,
);
/** A namespace lies beside what is in it: `namespaces/shop/shop.yaml`. */
const NAMESPACE = /(?:^|\/)namespaces\/([^/]+)\/\1\.ya?ml$/;
const ANY = new RegExp(`\\.${DOCUMENT}$`);
/** No tool writes a longer path. */
const PATH_LENGTH_MAX = 1_024;

/** Whether a member is one of a resource, by its path. */
export function isOfResource(path: string): boolean {
  if (path.length > PATH_LENGTH_MAX) return false;
  return OF_RESOURCE.test(path) || NAMESPACE.test(path);
}

/** Whether a member may be a document at all: for folders that name their files otherwise. */
export function isDocument(path: string): boolean {
  return path.length <= PATH_LENGTH_MAX && ANY.test(path);
}
