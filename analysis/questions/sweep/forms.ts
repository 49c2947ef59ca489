/** A sweep in the forms for programs. */
import { assumedMember } from "../../text/assumedDefaults.ts";
import { csvText } from "../../text/csv.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { unknownAfter } from "../replay/parting.ts";
import { bestOf } from "./best.ts";
import { conditionSeconds, isKnown, type SweptCell } from "./cell.ts";
import { nodeGroups } from "./groups.ts";
import { type Fleet, refusingNodes, type Sweep, unknownNodes } from "./sweep.ts";

/** RFC 4180, one line for each configuration. */
export function sweepCsv(sweep: Sweep): string {
  const { axes, values, cells, fleet } = sweep;
  const head = [
    ...axes.map(({ member }) => member),
    ...["evictions", "podsEvicted"],
    ...NODE_CONDITIONS.map((name) => `${name}Seconds`),
    ...["refusal", "unknownAfter"],
    ...(fleet === undefined ? [] : ["refusingNodes", "unknownNodes"]),
  ];
  const lines = cells.map((cell, index) => {
    const { evictions, podsEvicted, refusal, parting } = cell;
    const seconds = NODE_CONDITIONS.map((name) => conditionSeconds(cell, name));
    const counts = [evictions, podsEvicted, ...seconds];
    const counted = isKnown(cell) ? counts : counts.map(() => "");
    const reasons = [refusal ?? "", parting?.time ?? ""];
    const nodes =
      fleet === undefined ? [] : [refusingNodes(sweep, index), unknownNodes(sweep, index)];
    return [...(values[index] ?? []), ...counted, ...reasons, ...nodes];
  });
  return csvText([head, ...lines]);
}

/** One object, as schemas/sweep-1.schema.json has it. */
export function sweepJson(sweep: Sweep): string {
  const { axes, values, cells, steps, defaultsAssumed, fleet } = sweep;
  const written = {
    plimsoll: "sweep/1",
    steps,
    ...assumedMember(defaultsAssumed),
    ...(fleet === undefined ? {} : { fleet: fleetMembers(sweep, fleet) }),
    axes: axes.map(({ member, values: own }) => ({ member, values: own })),
    cells: cells.map((cell, index) => ({
      values: values[index],
      ...countedMembers(cell),
      ...(fleet === undefined
        ? {}
        : {
            refusingNodes: refusingNodes(sweep, index),
            unknownNodes: unknownNodes(sweep, index),
          }),
    })),
  };
  return `${JSON.stringify(written)}\n`;
}

function countedMembers(cell: SweptCell) {
  const { refusal, parting, evictions, podsEvicted, conditionNanoseconds } = cell;
  if (refusal !== null) return { refusal };
  if (parting !== null) return unknownAfter(parting);
  const seconds = [...conditionNanoseconds.keys()].map((name) => {
    return [name, conditionSeconds(cell, name)];
  });
  return { evictions, podsEvicted, conditionSeconds: Object.fromEntries(seconds) };
}

function fleetMembers(sweep: Sweep, fleet: Fleet) {
  const { captures, nodes, leftOut, defaultsAssumed, missing, of } = fleet;
  const shards = missing.length === 0 ? {} : { missingShards: missing, shards: of };
  const best = bestOf(sweep);
  const groups = best < 0 ? [] : nodeGroups(sweep, best).groups;
  const written = groups.map(({ index, ...group }) => ({ values: sweep.values[index], ...group }));
  return { captures, nodes, leftOut, defaultsAssumed, ...shards, groups: written };
}
