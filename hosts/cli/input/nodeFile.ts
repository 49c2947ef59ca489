/** The value of an option that is about a node: `NODE=FILE`, or a file alone. */
import { InvalidArgumentError } from "commander";

export interface NodeFile {
  /** Null where none is named. */
  readonly node: string | null;
  readonly path: string;
}

export function nodeFileOf(
  text: string,
  before: readonly NodeFile[] | undefined,
): readonly NodeFile[] {
  const { node, path = text } = /^(?<node>[a-z0-9.-]{1,253})=(?<path>.+)$/.exec(text)?.groups ?? {};
  if (path === "") throw new InvalidArgumentError("Write it as FILE, or as NODE=FILE.");
  return [...(before ?? []), { node: node ?? null, path }];
}
