/** The release of a node's kubelet: from its configuration, its node or the cluster. */
import { Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { minorOf } from "../../base/kubernetes/minor.ts";
import { asciiAt, writeAscii } from "../../base/text.ts";
import { decodeConfiguration } from "../../eviction/documents/configuration.ts";
import { nearestMinor } from "../../node/model/releaseTable.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { internText, textAt, textSize } from "../../objects/model/text.ts";
import { release } from "../../scheduler/model/release.ts";
import {
  configurationCount,
  configurationRow,
  configurationText,
} from "../model/configurations.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { NodeLimit, refuseNode } from "./limits.ts";

const TEN: i32 = 10;
const ZERO: u8 = 0x30;

/** Gives a node's configuration its release; false when a kubelet of it would not start. */
export function followRelease(node: u32): bool {
  const kubelet = kubeletAt(node);
  const text = configurationText(kubelet.configuration - 1);
  const size = writeRelease(textAt(text), textSize(text), minorOfNode(node));
  const known = configurationCount();
  kubelet.configuration = configurationRow(internText(inputStart, size)) + 1;
  if (configurationCount() == known || decodeConfiguration(size) == Status.Ok) return true;
  return refuseNode(node, NodeLimit.Release);
}

/** What the node says; a release that is not followed counts as the nearest one that is. */
function minorOfNode(node: u32): i32 {
  const version = nodeAt(node).kubeletVersion;
  const said = version == 0 ? -1 : minorOf(textAt(version), textSize(version));
  return nearestMinor(said < 0 ? release.minor : said);
}

/** Before all other members: a release that the configuration names itself comes later and wins. */
function writeRelease(text: usize, size: i32, minor: i32): i32 {
  let at = writeAscii(inputStart, '{"plimsoll":{"kubeletVersion":"1.');
  store<u8>(at++, ZERO + u8(minor / TEN));
  store<u8>(at++, ZERO + u8(minor % TEN));
  at = writeAscii(at, '"}');
  let rest = text + 1;
  while (load<u8>(rest) <= asciiAt(" ", 0)) rest++;
  if (load<u8>(rest) != asciiAt("}", 0)) at = writeAscii(at, ",");
  const end = text + usize(size);
  memory.copy(at, rest, end - rest);
  return i32(at + (end - rest) - inputStart);
}
