import { Status } from "../../../assembly/abi.ts";
import type { EngineError } from "../../engine/engineError.ts";
import { identify } from "../recognize/identify.ts";
import type { ObjectDocument } from "./objectSplitter.ts";
import { ObjectsError } from "./objectsError.ts";
import { OBJECTS_ADVICE } from "./objectText.ts";

/** The refusal of a document, said of the text that it was cut from. */
export function refusedObject(
  name: string,
  { bytes, firstItem, list = "$", offset, prefix }: ObjectDocument,
  { path = "$", offset: at, reason, status }: EngineError,
): ObjectsError {
  if (status === Status.WrongDocument && path === "$") {
    return new ObjectsError(
      `${name}: this is ${identify(bytes).words}, not a Kubernetes object`,
      OBJECTS_ADVICE,
    );
  }
  const item = (number: string) => `items[${Number(number) + (firstItem ?? 0)}]`;
  const inText = path
    .replace(/^\$\.items\[(\d+)\]/, (_, number: string) => `$.${item(number)}`)
    .replace("$", () => list);
  const place = at === undefined ? "" : ` (byte ${at - prefix + offset})`;
  return new ObjectsError(
    `${name}: ${inText}${place}: ${reason}`,
    "correct it, or leave the object out",
  );
}
