import type { ComponentChildren } from "preact";
import type { RankedPod, UsageParts } from "../../../../analysis/engine/decision.ts";
import { formatCount } from "../../../../analysis/text/amount.ts";
import { Bytes } from "../../controls/amount.tsx";
import { useStore } from "../../state/context.ts";
import { Counterfactuals } from "../counterfactual/counterfactualList.tsx";
import { PodEditor } from "../pods/podEditor.tsx";

/** One pod of the ranking: why it stands there, what it uses, what would have spared it. */
export function PodDetail({ row }: { readonly row: RankedPod }) {
  return (
    <div class="pod-detail">
      <p>{row.sentence}</p>
      {row.skipped !== undefined && <p>{row.skipped}</p>}
      <Explanation />
      <PodEditor row={row} />
      <Parts parts={row.parts} />
    </div>
  );
}

function Explanation() {
  const { explanation } = useStore();
  const current = explanation.value;
  if (current === null) return null;
  return (
    <div class="explanation">
      {current.standing !== undefined && <p>{current.standing}</p>}
      <Counterfactuals decision={current} />
    </div>
  );
}

const COLUMNS: readonly [title: string, read: (part: UsageParts) => ComponentChildren][] = [
  ["part", ({ name }) => name],
  ["kind", ({ kind }) => kind],
  ["memory", ({ memoryWorkingSetBytes }) => bytes(memoryWorkingSetBytes)],
  ["writable layer", ({ rootfsUsedBytes }) => bytes(rootfsUsedBytes)],
  ["logs", ({ logsUsedBytes }) => bytes(logsUsedBytes)],
  ["volume", ({ usedBytes }) => bytes(usedBytes)],
  ["inodes", ({ inodesUsed, rootfsInodesUsed }) => count(inodesUsed ?? rootfsInodesUsed)],
];

function Parts({ parts }: { readonly parts: readonly UsageParts[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which takes a focus and keys.
    <section class="parts" aria-label="Usage" tabIndex={0}>
      <h3>Usage</h3>
      <table>
        <thead>
          <tr>
            {COLUMNS.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={`${part.kind} ${part.name}`}>
              {COLUMNS.map(([title, read]) => (
                <td key={title}>{read(part)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function bytes(amount: number | undefined): ComponentChildren {
  return amount === undefined ? "" : <Bytes of={amount} />;
}

function count(amount: number | undefined): string {
  return amount === undefined ? "" : formatCount(amount);
}
