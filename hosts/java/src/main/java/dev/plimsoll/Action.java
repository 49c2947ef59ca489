package dev.plimsoll;

/** What a step asks of its host. */
public enum Action {
  /** Nothing is to be done. */
  NONE,
  /** Node-level reclaim; {@link Reclaim} answers it, and no step ends with it. */
  RECLAIM_NODE_LEVEL_RESOURCES,
  /** One pod is evicted. */
  EVICT_POD,
  /** Pods are evicted for local storage limits, which may be several in one step. */
  EVICT_PODS
}
