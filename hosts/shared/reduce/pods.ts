import { leaf, list, mapOf, object } from "./shape.ts";

const QUANTITY = leaf("quantity");

/**
 * Resources that enter requests, limits or the QoS class. Of all others only whether each quantity
 * can be read counts: a kubelet that cannot parse one does not have the pod. Spec 4.4, 4.5, 6.1, 7.
 */
export const RESOURCE_LIST = mapOf(
  /^(?:cpu|memory|ephemeral-storage|inodes|hugepages-[0-9]+[A-Za-z]{0,2})$/,
  QUANTITY,
  "other",
);
const RESOURCES = object({ requests: RESOURCE_LIST, limits: RESOURCE_LIST });

const CONTAINER = {
  name: leaf("container"),
  resources: RESOURCES,
};

const VOLUME = object({
  name: leaf("volume"),
  emptyDir: object({ medium: leaf("medium"), sizeLimit: QUANTITY }),
  // Of these only their being there is read. Spec 4.3.
  hostPath: object({}),
  gitRepo: object({}),
  configMap: object({}),
  downwardAPI: object({}),
});

/** A pod counts as active by what its containers were last seen doing. Spec 3.14. */
const CONTAINER_STATUS = object({ state: object({ running: object({}) }) });

const POD = object({
  // A List of other objects is refused.
  kind: leaf("kind"),
  metadata: object({
    name: leaf("pod"),
    namespace: leaf("namespace"),
    uid: leaf("uid"),
    deletionTimestamp: leaf("time"),
    annotations: object({
      "kubernetes.io/config.source": leaf("configSource"),
      "kubernetes.io/config.mirror": leaf("anything"),
      "scheduler.alpha.kubernetes.io/critical-pod": leaf("anything"),
    }),
  }),
  spec: object({
    // Which of the pods of a list are this node's.
    nodeName: leaf("node"),
    priority: leaf("number"),
    priorityClassName: leaf("priorityClass"),
    terminationGracePeriodSeconds: leaf("number"),
    overhead: RESOURCE_LIST,
    resources: RESOURCES,
    volumes: list(VOLUME),
    initContainers: list(object({ ...CONTAINER, restartPolicy: leaf("restartPolicy") })),
    containers: list(object(CONTAINER)),
  }),
  status: object({
    phase: leaf("phase"),
    qosClass: leaf("qosClass"),
    containerStatuses: list(CONTAINER_STATUS),
    initContainerStatuses: list(CONTAINER_STATUS),
  }),
});

/** What the policy reads of a v1 PodList. Spec 3.8, 3.14, 4.4, 5.2, 6. */
export const POD_LIST = object({
  kind: leaf("kind"),
  apiVersion: leaf("kind"),
  items: list(POD),
});
