/** An object by namespace and name, as verbs are asked about one. */
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { internLiteral } from "../model/text.ts";
import { readTextInto, textRead } from "./values.ts";

export let namespaceRead: u32 = 0;
export let nameRead: u32 = 0;
/** It has members that only an object itself has. */
export let isObjectRead: bool = false;

/** Without a namespace, it belongs to the default one. */
export function readReference(at: usize): usize {
  namespaceRead = internLiteral("default");
  nameRead = 0;
  isObjectRead = false;
  if (at == 0) return 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind") || keyIs("spec") || keyIs("metadata")) isObjectRead = true;
    if (isNull(at)) at += 4;
    else if (keyIs("namespace")) {
      at = readTextInto(at);
      namespaceRead = textRead;
    } else if (keyIs("name")) {
      at = readTextInto(at);
      nameRead = textRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}
