import {
  type LoadedConfiguration,
  type NodeDescription,
  readConfigurations,
} from "../../../../../analysis/read/kubelet/configuration.ts";

export const NAME = "given";

/** Every configuration of a text. */
export function readAll(text: string, node: NodeDescription = {}): readonly LoadedConfiguration[] {
  return readConfigurations({ name: NAME, text }, node);
}

/** The only configuration of a text. */
export function readOne(text: string, node: NodeDescription = {}): LoadedConfiguration {
  const [first, ...others] = readAll(text, node);
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} are there`);
  return first;
}

/** The notes about a configuration, in one text. */
export function sentences({ notes }: LoadedConfiguration): string {
  return notes.map(({ sentence }) => sentence).join("\n");
}
