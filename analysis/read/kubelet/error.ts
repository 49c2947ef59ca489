/** The text holds no kubelet configuration that can be read; the message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name: string = "ConfigurationError";
  /** `file:line:column`; null when the fault has no single place. */
  readonly place: string | null;

  constructor(sentence: string, place: string | null = null) {
    super(sentence);
    this.place = place;
  }
}

/** The text is something else altogether: a document of another kind, a unit of another service. */
export class NoConfigurationError extends ConfigurationError {}
