/** What one request may cost; each has a default and can be set for a deployment. */
export interface Limits {
  /** The limit for a request's body, as sent and again when it is inflated. */
  readonly bodyBytesMax: number;
  /** The limit for a replayed capture, as sent and again when it is inflated. */
  readonly captureBytesMax: number;
  /** The limit for a kubelet configuration, in each of its formats. */
  readonly configurationBytesMax: number;
  readonly podsMax: number;
  /** Records of one replay, each of them a step. */
  readonly recordsMax: number;
  /** The limit for the answer to one replay. */
  readonly replayBytesMax: number;
  /** From the beginning of one replay to its end. */
  readonly replaySecondsMax: number;
  /** Nodes of one tenant. */
  readonly nodesMax: number;
  /** Decisions kept of each node. */
  readonly historyMax: number;
  /** The limit for a posted snapshot that is kept with its decision. */
  readonly recordBytesMax: number;
  /** How far ahead of this service's clock a snapshot's time may be. */
  readonly aheadSecondsMax: number;
  /** The limit for all lists of pods that are kept under their digests, in one isolate. */
  readonly knownPodsBytesMax: number;
  /** How many such lists there are. */
  readonly knownPodsMax: number;
  /** Pending pods that one request is answered about. */
  readonly decisionsMax: number;
  /** The limit for the answer to such a request. */
  readonly decisionsBytesMax: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytesMax: 8 * 2 ** 20,
  captureBytesMax: 16 * 2 ** 20,
  configurationBytesMax: 64 * 2 ** 10,
  podsMax: 1_000,
  recordsMax: 10_000,
  replayBytesMax: 64 * 2 ** 20,
  replaySecondsMax: 60,
  nodesMax: 20_000,
  historyMax: 256,
  recordBytesMax: 256 * 2 ** 10,
  aheadSecondsMax: 300,
  knownPodsBytesMax: 8 * 2 ** 20,
  knownPodsMax: 1_000,
  decisionsMax: 1_000,
  decisionsBytesMax: 16 * 2 ** 20,
};
