/** Virtual time: nanoseconds since the start of the scenario, and how long things take in it. */

export const MILLISECOND: i64 = 1_000_000;
export const SECOND: i64 = 1_000_000_000;
export const NEVER: i64 = i64.MAX_VALUE;

/** Documents for a kubelet need dates: the scenario begins at 2000-01-01T00:00:00Z. */
export const START: i64 = 946_684_800_000_000_000;

/** Assumed: a call to the API server, including its consequences. */
export const CALL_TAKES: i64 = MILLISECOND;
/** Assumed: until the containers of a pod run, and until a pod that is to end has ended. */
export const START_TAKES: i64 = 2 * SECOND;
export const STOP_TAKES: i64 = SECOND;

/** The kubelet's: eviction monitoring, the look at pods that end, its heartbeat. */
export const EVICTION_INTERVAL: i64 = 10 * SECOND;
export const CLEANUP_INTERVAL: i64 = SECOND;
export const HEARTBEAT_INTERVAL: i64 = 10 * SECOND;
/** How often its status manager compares the API server's statuses of its pods with its own. */
export const STATUS_INTERVAL: i64 = 10 * SECOND;
/** Restarts of containers: 10 s, doubled up to 5 min, forgotten after twice that. */
export const RESTART_BACKOFF: i64 = 10 * SECOND;
export const RESTART_BACKOFF_MAX: i64 = 300 * SECOND;

/** The node lifecycle controller's period, and how long it waits for a heartbeat. */
export const MONITOR_INTERVAL: i64 = 5 * SECOND;
export const MONITOR_GRACE: i64 = 50 * SECOND;

/** How often it takes nodes to evict their pods. */
export const ZONE_INTERVAL: i64 = 100 * MILLISECOND;

/** The scheduler's back-off of pods that it cannot place. */
export const SCHEDULING_BACKOFF: i64 = SECOND;
export const SCHEDULING_BACKOFF_MAX: i64 = 10 * SECOND;
/** Every 30 s it tries again what waited for more than 5 min. */
export const FLUSH_INTERVAL: i64 = 30 * SECOND;
export const LONGEST_WAIT: i64 = 300 * SECOND;

/** The DaemonSet controller's back-off of failed pods, and the Job controller's. */
export const DAEMON_BACKOFF: i64 = SECOND;
export const DAEMON_BACKOFF_MAX: i64 = 900 * SECOND;
export const JOB_BACKOFF: i64 = 10 * SECOND;
export const JOB_BACKOFF_MAX: i64 = 600 * SECOND;
/** How long the Job controller waits for more to happen. */
export const JOB_BATCH: i64 = SECOND;

/** The collector of ended pods looks every 20 s. */
export const COLLECTION_INTERVAL: i64 = 20 * SECOND;

/** The first moment of a grid of `interval` from `phase` on that is later than `after`. */
export function nextOnGrid(after: i64, phase: i64, interval: i64): i64 {
  if (after < phase) return phase;
  return after + interval - ((after - phase) % interval);
}

/** As Kubernetes writes a moment down. */
export function wholeSecond(moment: i64): i64 {
  return moment - (moment % SECOND);
}

/** `first` doubled `times` times, at most `limit`. */
export function doubled(first: i64, times: u32, limit: i64): i64 {
  let delay = first;
  for (let count: u32 = 0; count < times && delay < limit; count++) delay *= 2;
  return min(delay, limit);
}
