/** Takes sentences about an input that belong to no answer, as they come. */
export interface Notices {
  note(sentences: readonly string[]): Promise<void>;
  warn(sentences: readonly string[]): Promise<void>;
}

/** Takes nothing. */
export const SILENT: Notices = { note: async () => {}, warn: async () => {} };
