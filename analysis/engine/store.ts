/**
 * Where the state of a node survives a restart. The bytes are opaque (`EvictionEngine.save`). They
 * are stored before anything is acted upon, so a crash cannot forget a grace clock.
 */
export interface Store {
  /** The last state saved for `node`, or null when there is none. */
  load(node: string): Promise<Uint8Array | null>;
  save(node: string, state: Uint8Array): Promise<void>;
}
