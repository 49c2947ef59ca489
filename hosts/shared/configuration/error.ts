/** The text holds no kubelet configuration that can be read; the message is one sentence. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
