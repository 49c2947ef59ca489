/** The options that most people need, by the names that code has for them; the first ones first. */
export const MOST_USED: readonly string[] = [
  ...["message", "events", "podStatus", "journal", "prometheus", "bundle", "objects"],
  ...["node", "namespace", "pod", "podFile", "source", "scenario", "change", "vary"],
  ...["ignoreDaemonsets", "deleteEmptydirData", "force", "act", "stateDir", "watch", "nodes"],
  ...["failOn", "config", "example", "at", "all", "out", "output", "until", "shell", "listen"],
  ...["record", "context", "selector", "port", "open", "write"],
];
