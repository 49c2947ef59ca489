/**
 * The numbers that cross the boundary, compiled by asc and by tsc alike: statuses, actions,
 * detail levels and limits. No logic lives here.
 */

/** Hosts refuse a module that answers another version. */
export const ABI_VERSION = 2;

/** What a step asks of its host; `observe` and `reclaimed` return one of these. */
export enum Action {
  None = 0,
  /** Run the named functions, then bring a fresh Summary to `reclaimed`. */
  ReclaimNodeLevelResources = 1,
  EvictPod = 2,
  /** Local storage limits may evict several pods in one step. Spec 3.8. */
  EvictPods = 3,
}

/** What `admit` answers. Spec 5.1. */
export enum Admission {
  Rejected = 0,
  Admitted = 1,
}

/** What the kernel's OOM killer does; `select` of the module for it returns one of these. */
export enum OomAction {
  /** No task may be killed: a memory cgroup stays at its limit. */
  None = 0,
  Kill = 1,
  /** The kernel panics: it is configured to, or the machine is deadlocked on memory. */
  Panic = 2,
}

/** Whether a killer in user space decided something; `run` of its module returns one of these. */
export enum OomdAction {
  /** The moment was reached. */
  None = 0,
  /** There is a decision to report; the next call goes on. */
  Decided = 1,
}

/** What the cluster module's `schedule` returns. */
export enum SchedulerAction {
  None = 0,
  Scheduled = 1,
  Unschedulable = 2,
  Gated = 3,
  /** The pod needs plugins that are not run; the report names them. */
  NotEvaluated = 4,
  /** Every pending pod has been tried. */
  Done = 5,
  /** The scheduler itself fails: a score is out of its range. */
  Error = 6,
}

/** Whether a scenario goes on; `run` of the simulator's module returns one of these. */
export enum Timeline {
  /** It is over: nothing happens any more, it repeats itself, or the time is up. */
  Over = 0,
  /** The output is full of events; the next call goes on. */
  GoesOn = 1,
}

/** Who acts on falling memory, in the order in which equals are listed. */
export enum Lane {
  Throttling = 0,
  Kubelet = 1,
  /** The swap monitor of systemd-oomd, and that of pressure. */
  Swap = 2,
  Pressure = 3,
  Earlyoom = 4,
  /** Meta's oomd, with rulesets of its own. */
  Oomd = 5,
  Kernel = 6,
}

/** Who acts first as memory runs out; `race` of the OOM killer's module returns one of these. */
export enum First {
  /** Memory does not fall, or nothing is known of how fast. */
  Neither = 0,
  Kubelet = 1,
  Kernel = 2,
  /** The kubelet decides first, and the pod may take longer to end than memory lasts. */
  Either = 3,
}

/** A verb that fails returns one of these and leaves the engine's state as it was. */
export enum Status {
  Ok = 0,
  /** `configure` has not succeeded yet. */
  NotConfigured = -1,
  /** The size passed to a verb exceeds `inputCapacity`. */
  InputTooLarge = -2,
  /** The bytes are not JSON (RFC 8259). */
  InvalidJson = -3,
  /** The bytes are not UTF-8. */
  InvalidText = -4,
  /** A value that the policy does not read nests deeper than `DEPTH_MAX`. */
  TooDeep = -5,
  /** JSON, but another document than the verb reads. */
  WrongDocument = -6,
  /** A member the policy reads has another JSON type, or a number outside its range. */
  WrongType = -7,
  /** The kubelet would not start with this configuration. */
  InvalidConfiguration = -8,
  /** A quantity in a pod does not parse. */
  InvalidQuantity = -9,
  /** More pods, containers, volumes or text than the tables hold. */
  TableFull = -10,
  /** The answer does not fit the output region. */
  OutputTooLarge = -11,
  /** The bytes given to `restore` are not a state of this version. */
  InvalidState = -12,
  /** The bytes given to `thaw` are not a snapshot of this version, or of another pod list. */
  InvalidSnapshot = -13,
  /** The verb needs a step that does not exist yet: `reclaimed` without a suspended step. */
  OutOfOrder = -14,
  /** The pod named to `explain` is not in the pod table. */
  NotFound = -15,
  /** An argument that is not a document's size, a detail or a part. */
  InvalidArgument = -16,
}

/** The size to pass to `observe` and `reclaimed` when no Summary could be read. */
export const NO_SUMMARY = -1;

/**
 * The size to pass to `observe` to look again at the Summary decoded or thawed last, and to
 * `reclaimed` when nothing was reclaimed.
 */
export const AGAIN = -2;

/** The size to pass to `observe` to take the step on the Summary that `record` has read ahead. */
export const AHEAD = -3;

/** How much `report` writes. */
export enum Detail {
  Decision = 0,
  /** Adds observations, every threshold's arithmetic and the whole ranking. */
  Arithmetic = 1,
  /** Adds the changes that would have spared the pod. */
  Counterfactuals = 2,
}

/** What `freeze` writes: the pod table, or the decoded Summary that belongs to it. */
export enum Part {
  Pods = 0,
  Summary = 1,
}

/** Documents, named in errors. */
export enum Document {
  None = 0,
  KubeletConfiguration = 1,
  PodList = 2,
  Summary = 3,
  Pod = 4,
  State = 5,
  Snapshot = 6,
  /** A record of a capture, or a request: an object of documents and what belongs to them. */
  Record = 7,
  /** Tasks of a machine and what the kernel weighs them by. */
  Tasks = 8,
  /** Objects of a cluster: one, a list, or several of either. */
  Objects = 9,
  KubeSchedulerConfiguration = 10,
  /** Two observations of available memory, and the thresholds that a kubelet compares it with. */
  Race = 11,
  /** Which node is drained, and how. */
  Drain = 12,
  /** Kubelet configurations, usage of containers, and changes to a cluster. */
  Scenario = 13,
  /** A question about one node of a scenario. */
  Situation = 14,
}

// Limits. A document that exceeds one is answered with a status, never with a trap.
export const INPUT_CAPACITY_BYTES = 0x1400000; // 20 MiB
export const OUTPUT_CAPACITY_BYTES = 0xc00000; // 12 MiB
export const TEXT_CAPACITY_BYTES = 0x400000; // 4 MiB of names, uids and quantity texts
/** Levels of arrays and objects inside a value that the policy does not read. */
export const DEPTH_MAX = 1000;
/** The limit for a record or a request. */
export const MEMBERS_MAX = 1000;
export const PODS_MAX = 4096;
export const CONTAINERS_MAX = 12288;
export const VOLUMES_MAX = 24576;
export const THRESHOLDS_MAX = 32;
export const TASKS_MAX = 65536;
