/** `workloads` of a scenario: what the containers of an owner's pods use. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { OWNER_NAME_OFFSET } from "../memory.ts";
import { ObjectName } from "../model/objectName.ts";
import { appendWorkload, Workload } from "../model/workload.ts";
import { SimulatorReason } from "../reasons.ts";
import { readAmount } from "./amounts.ts";
import { readName } from "./objectName.ts";
import { readText } from "./values.ts";

const OWNER = changetype<ObjectName>(OWNER_NAME_OFFSET);

export function readWorkloads(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) at = nextElement(readWorkload(at));
  return closeArray(at);
}

function readWorkload(at: usize): usize {
  const start = at;
  const place = appendWorkload();
  if (place == 0) return 0;
  const workload = changetype<Workload>(place);
  workload.place = u32(start);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readMember(at, workload));
  }
  at = closeObject(at);
  if (at != 0 && (workload.name == 0 || workload.kind == 0)) {
    return fail(Status.WrongDocument, SimulatorReason.Owner, start);
  }
  return at;
}

function readMember(at: usize, workload: Workload): usize {
  const place = changetype<usize>(workload);
  if (keyIs("owner")) return readOwner(at, workload);
  if (keyIs("memory")) return readAmount(at, "growth", place + offsetof<Workload>("memory"));
  if (keyIs("disk")) return readAmount(at, "write", place + offsetof<Workload>("disk"));
  if (keyIs("inodes")) return readAmount(at, "write", place + offsetof<Workload>("inodes"));
  if (keyIs("container")) return readText(at, place + offsetof<Workload>("container"));
  if (!keyIs("restart")) return fail(Status.WrongDocument, SimulatorReason.Member, at);
  const start = at;
  at = readWord(at);
  if (wordIs("keeps")) workload.keeps = 1;
  else if (!wordIs("resets")) return fail(Status.WrongType, SimulatorReason.Restart, start);
  return at;
}

function readOwner(at: usize, workload: Workload): usize {
  at = readName(at, OWNER);
  workload.kind = OWNER.kind;
  workload.namespace = OWNER.namespace;
  workload.name = OWNER.name;
  return at;
}
