/** Whether a text configures a kubelet: flags and files of other systems have no kind. */
export async function isConfiguration(name: string, text: string): Promise<boolean> {
  // With its packages: most of what is given needs none of them.
  const { ConfigurationError, readConfiguration } = await import("../kubelet/configuration.ts");
  try {
    readConfiguration({ name, text });
    return true;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return false;
  }
}
