/** NodePorts: host ports that pods on the node hold already. */

import { equalAscii } from "../base/text.ts";
import { listCount, wordOf } from "../objects/model/list.ts";
import { podAt } from "../objects/model/pod.ts";
import { SpecWord, specWord } from "../objects/model/podSpec.ts";
import { textAt, textSize } from "../objects/model/text.ts";
import { NodeRequests } from "./nodeRequests.ts";
import { sidecarPortsOf } from "./uses.ts";

export const PORTS_REASON = "node(s) didn't have free ports for the requested pod ports";
/** Words of a port: host IP, protocol, number. */
const PORT_WORDS: u32 = 3;
const ANY_ADDRESS = "0.0.0.0";

/** Whether none of the spec's host ports is taken on the node. */
export function hasFreePorts(spec: u32, requests: NodeRequests): bool {
  let link = requests.firstWithPorts;
  while (link != 0) {
    const pod = podAt(link - 1);
    if (portsConflict(spec, pod.spec)) return false;
    link = pod.nextWithPorts;
  }
  return true;
}

/** Whether two specs ask for one port. */
export function portsConflict(spec: u32, other: u32): bool {
  const wanted = specWord(spec, SpecWord.HostPorts);
  const sidecars = sidecarPortsOf(spec);
  const held = specWord(other, SpecWord.HostPorts);
  const heldBySidecars = sidecarPortsOf(other);
  return (
    overlap(wanted, held) ||
    overlap(wanted, heldBySidecars) ||
    overlap(sidecars, held) ||
    overlap(sidecars, heldBySidecars)
  );
}

function overlap(a: u32, b: u32): bool {
  for (let i: u32 = 0; i < listCount(a); i += PORT_WORDS) {
    for (let j: u32 = 0; j < listCount(b); j += PORT_WORDS) {
      if (wordOf(a, i + 2) != wordOf(b, j + 2) || wordOf(a, i + 1) != wordOf(b, j + 1)) continue;
      const ip = wordOf(a, i);
      const other = wordOf(b, j);
      if (ip == other || isAnyAddress(ip) || isAnyAddress(other)) return true;
    }
  }
  return false;
}

function isAnyAddress(ip: u32): bool {
  return equalAscii(textAt(ip), textSize(ip), ANY_ADDRESS);
}
