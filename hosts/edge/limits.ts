/** What one request may cost; each has a default and can be set for a deployment. */
export interface Limits {
  /** Of a request's body, as sent and once more when it is inflated. */
  readonly bodyBytesMax: number;
  /** Of a capture that is replayed, as sent and once more when it is inflated. */
  readonly captureBytesMax: number;
  /** Of a kubelet configuration, in each of the forms it may come in. */
  readonly configurationBytesMax: number;
  readonly podsMax: number;
  /** Records of one replay, each of them a step. */
  readonly recordsMax: number;
  /** Of the answer to one replay. */
  readonly replayBytesMax: number;
  /** From the beginning of one replay to its end. */
  readonly replaySecondsMax: number;
  /** Nodes of one tenant. */
  readonly nodesMax: number;
  /** Decisions kept of each node. */
  readonly historyMax: number;
  /** Of a posted snapshot that is kept with its decision. */
  readonly recordBytesMax: number;
  /** How far ahead of this service's clock a snapshot's time may be. */
  readonly aheadSecondsMax: number;
  /** Of all lists of pods that are kept under their digests, in one isolate. */
  readonly knownPodsBytesMax: number;
  /** How many such lists there are. */
  readonly knownPodsMax: number;
  /** Pending pods that one request is answered about. */
  readonly decisionsMax: number;
  /** Of the answer to such a request. */
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
