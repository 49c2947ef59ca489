import { settingsTable } from "../../../../analysis/questions/diff/document.ts";
import { evictionCount, type Tally } from "../../../../analysis/questions/replay/tally.ts";
import { formatCount, formatSeconds } from "../../../../analysis/text/amount.ts";
import { Blocks } from "../../document/blocks.tsx";
import { type Compared, NODE_CONDITIONS } from "../../session/protocol.ts";

const COUNTS: readonly (readonly [title: string, read: (tally: Tally) => string])[] = [
  ["Evictions", (tally) => formatCount(evictionCount(tally))],
  ["Pods evicted", ({ evictions }) => formatCount(new Set(evictions.map(({ uid }) => uid)).size)],
  ["Node-level reclaims", ({ reclaims }) => formatCount(reclaims)],
  ...NODE_CONDITIONS.map((condition) => {
    const read = ({ conditionSeconds }: Tally) =>
      formatSeconds(conditionSeconds.get(condition) ?? 0);
    return [`Time under ${condition}`, read] as const;
  }),
];

/** In what the two are set otherwise, and what each comes to. */
export function Counts({ compared }: { readonly compared: Compared }) {
  const { policies, comparison } = compared;
  const [a, b] = comparison.tallies;
  const rows = COUNTS.map(([title, read]) => ({ title, a: read(a), b: read(b) }));
  return (
    <>
      <Blocks blocks={settingsTable(...policies)} label="Settings that differ" />
      <table class="counts">
        <thead>
          <tr>
            <td />
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, a: left, b: right }) => (
            <tr key={title} class={left === right ? "" : "differs"}>
              <th scope="row">{title}</th>
              <td>{left}</td>
              <td>{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
