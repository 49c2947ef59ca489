/** What a sweep says of single nodes of a fleet. */
import { formatCount } from "../../text/amount.ts";
import { list, plain, type Section, section, table } from "../../text/document.ts";
import { formatNames } from "../../text/names.ts";
import { isKnown } from "./cell.ts";
import { type NodeGroup, nodeGroups } from "./groups.ts";
import { METRICS, metricText } from "./metrics.ts";
import { settingTitle } from "./setting.ts";
import { type Fleet, type Sweep, valuesText } from "./sweep.ts";

const WORST_NODES = 5;
const NODES_SHOWN = 3;

export function fleetSections(sweep: Sweep, fleet: Fleet, best: number): readonly Section[] {
  return [...worstNodes(sweep, fleet, best), ...groupedNodes(sweep, best)];
}

/** The nodes on which the best configuration evicts most. */
function worstNodes({ cells }: Sweep, { nodeCells }: Fleet, best: number): readonly Section[] {
  const own = nodeCells.filter(({ cell }, index) => {
    return index % cells.length === best && isKnown(cell);
  });
  const evicting = own
    .filter(({ cell }) => cell.podsEvicted > 0)
    .sort((a, b) => b.cell.podsEvicted - a.cell.podsEvicted)
    .slice(0, WORST_NODES);
  const metrics = METRICS.filter(({ read, isCount = false }) => {
    return isCount || evicting.some(({ cell }) => read(cell) > 0);
  });
  const columns = [
    { title: "node", isText: true },
    ...metrics.map(({ title }) => ({ title, isNumber: true })),
  ];
  const rows = evicting.map(({ node, cell }) => ({
    cells: [plain(node), ...metrics.map((metric) => metricText(metric, cell))],
  }));
  return section("Most evictions under the best configuration", table(columns, rows));
}

/** One configuration for each group, where that evicts fewer pods than one for all nodes. */
function groupedNodes(sweep: Sweep, best: number): readonly Section[] {
  const { axes, values } = sweep;
  const { groups, unknown } = nodeGroups(sweep, best);
  if (groups.length < 2) return [];
  const total = (of: (group: NodeGroup) => number) =>
    groups.reduce((sum, group) => sum + of(group), 0);
  const fewer = formatCount(total(({ podsEvicted }) => podsEvicted));
  const more = formatCount(total(({ podsEvictedByBest }) => podsEvictedByBest));
  const columns = [
    ...axes.map(({ setting }) => ({ title: settingTitle(setting), isNumber: true, shrinks: true })),
    { title: "pods evicted", isNumber: true },
    { title: `with ${valuesText(sweep, best)}`, isNumber: true, shrinks: true },
    { title: "nodes", isText: true },
  ];
  const rows = groups.map(({ index, nodes, podsEvicted, podsEvictedByBest }) => ({
    cells: [
      ...(values[index] ?? []),
      formatCount(podsEvicted),
      formatCount(podsEvictedByBest),
      `${formatCount(nodes.length)}: ${formatNames(nodes.map(plain), { max: NODES_SHOWN })}`,
    ],
  }));
  return section("A configuration for each group of nodes", [
    ...list([
      `${fewer} instead of ${more} pods are evicted if each node has what suits its group.`,
      ...(unknown.length === 0
        ? []
        : [`In no group, since it is not known there: ${formatNames(unknown.map(plain))}.`]),
    ]),
    ...table(columns, rows),
  ]);
}
