import { InvalidArgumentError } from "commander";

export interface PodReference {
  readonly namespace: string;
  readonly name: string;
}

/** A pod as the command line names it. */
export function podReference(text: string): PodReference {
  const [namespace = "", name = "", more] = text.split("/");
  if (namespace !== "" && name !== "" && more === undefined) return { namespace, name };
  throw new InvalidArgumentError("Write it as NAMESPACE/NAME.");
}
