import type { MemoryUse } from "../../../../analysis/read/memory/use.ts";
import { MEMORY_QUESTION, memoryWords } from "../../../../analysis/read/memory/words.ts";
import { Bytes } from "../../controls/amount.tsx";
import { useStore } from "../../state/context.ts";

const COLUMNS: readonly [title: string, read: (use: MemoryUse) => number][] = [
  ["in use", ({ usageBytes }) => usageBytes],
  ["inactive file", ({ inactiveFileBytes }) => inactiveFileBytes],
  ["working set", ({ workingSetBytes }) => workingSetBytes],
  ["RSS", ({ rssBytes }) => rssBytes],
];

/** What the kubelet counts of the memory in use; nothing where the Summary lacks the numbers. */
export function MemoryDetails() {
  const memory = useStore().memory.value;
  if (memory === null) return null;
  const rows = [{ name: "the node", ...memory.node }, ...memory.systemContainers];
  return (
    <details class="memory">
      <summary>{code(MEMORY_QUESTION)}</summary>
      {memoryWords(memory.node).map((sentence) => (
        <p key={sentence}>{code(sentence)}</p>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling takes a focus. */}
      <section class="parts" aria-label="What the kubelet counts" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">memory of</th>
              {COLUMNS.map(([title]) => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                {COLUMNS.map(([title, read]) => (
                  <td key={title} class="number">
                    <Bytes of={read(row)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** What stands between backticks, as code. */
function code(sentence: string) {
  return sentence
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
