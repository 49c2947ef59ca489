/** The text holds no kubelet configuration that can be read; the message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name: string = "ConfigurationError";
}

/** The text is something else altogether: a document of another kind, a unit of another service. */
export class NoConfigurationError extends ConfigurationError {}
