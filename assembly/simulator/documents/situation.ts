/** Which node is asked about: `{"node":…}`. */
import { Status } from "../../abi.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { startTexts } from "../../objects/documents/objects.ts";
import { readTextInto, textRead } from "../../objects/documents/values.ts";
import { findNode } from "../../objects/model/node.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { SimulatorReason } from "../reasons.ts";

/** The row of the node, or NO_ROW after a failure. */
export function readSituation(size: i32): u32 {
  let row: u32 = NO_ROW;
  startTexts();
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (!keyIs("node")) at = fail(Status.WrongDocument, SimulatorReason.Member, at);
    else {
      const start = at;
      at = readTextInto(at);
      row = textRead == 0 ? NO_ROW : findNode(textRead);
      if (at != 0 && row == NO_ROW) at = fail(Status.NotFound, SimulatorReason.Node, start);
    }
    at = nextMember(at);
  }
  const status = finishDocument(closeObject(at), size);
  if (status == Status.Ok && row == NO_ROW) fail(Status.WrongDocument, SimulatorReason.Node, 0);
  return failureStatus() == Status.Ok ? row : NO_ROW;
}
