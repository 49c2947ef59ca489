/** What is used of a Durable Object's storage. */
export interface DurableStorage {
  readonly sql: {
    exec(
      statement: string,
      ...bindings: readonly (string | number | null | Uint8Array)[]
    ): { toArray(): Record<string, unknown>[] };
  };
  transactionSync<T>(change: () => T): T;
  deleteAll(): Promise<void>;
}
