/** How a scenario names an object. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { ObjectName } from "../model/objectName.ts";
import { SimulatorReason } from "../reasons.ts";
import { readText } from "./values.ts";

/** Kind, namespace and name of an object; without a namespace it is in `default`. */
export function readName(at: usize, target: ObjectName): usize {
  const place = changetype<usize>(target);
  target.kind = 0;
  target.namespace = internLiteral("default");
  target.name = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) at = readText(at, place + offsetof<ObjectName>("kind"));
    else if (keyIs("namespace")) at = readText(at, place + offsetof<ObjectName>("namespace"));
    else if (keyIs("name")) at = readText(at, place + offsetof<ObjectName>("name"));
    else return fail(Status.WrongDocument, SimulatorReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}
