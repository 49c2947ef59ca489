/** A scenario and its differences, for people. */
import { stringify } from "yaml";
import { isObject, type Json } from "../vectors/notation.ts";
import type { Difference } from "./criterion/difference.ts";
import type { Scenario } from "./scenario.ts";

const WIDTH = 100;

export function renderScenario(scenario: Scenario): string {
  return stringify(plain(scenario as unknown as Json), {
    flowCollectionPadding: false,
    lineWidth: WIDTH,
  });
}

export function renderDifference({ what, step, kubelet, plimsoll }: Difference): string {
  const where = step === undefined ? "" : ` in step ${step}`;
  return [
    `${what}${where}`,
    `  kubelet   ${JSON.stringify(kubelet)}`,
    `  plimsoll  ${JSON.stringify(plimsoll)}`,
  ].join("\n");
}

/** Members that are undefined are not there. */
function plain(value: Json | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item as Json));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}
