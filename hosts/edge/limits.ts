/** What one request may cost; each has a default and can be set by whoever runs the service. */
export interface Limits {
  /** Of a request's body, as sent and once more when it is inflated. */
  readonly bodyBytesMax: number;
  /** Of a capture that is replayed, as sent and once more when it is inflated. */
  readonly captureBytesMax: number;
  readonly configurationBytesMax: number;
  readonly podsMax: number;
  /** Records of one replay, each of them a step. */
  readonly recordsMax: number;
  /** Decisions kept of each node. */
  readonly historyMax: number;
  /** Of a posted snapshot that is kept beside its decision. */
  readonly recordBytesMax: number;
  /** How far ahead of this service's clock a snapshot's time may be. */
  readonly aheadSecondsMax: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytesMax: 8 * 2 ** 20,
  captureBytesMax: 16 * 2 ** 20,
  configurationBytesMax: 256 * 2 ** 10,
  podsMax: 1_000,
  recordsMax: 10_000,
  historyMax: 256,
  recordBytesMax: 256 * 2 ** 10,
  aheadSecondsMax: 300,
};
