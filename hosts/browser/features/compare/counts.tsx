import { countsTable, settingsTable } from "../../../../analysis/questions/diff/document.ts";
import { Blocks } from "../../document/blocks.tsx";
import type { Compared } from "../../session/protocol.ts";

/** In what the two are set otherwise, and what each comes to. */
export function Counts({ compared: { policies, comparison } }: { readonly compared: Compared }) {
  return (
    <>
      <Blocks blocks={settingsTable(...policies)} label="Settings that differ" />
      <div class="counts">
        <Blocks blocks={countsTable(comparison.tallies)} label="In all" />
      </div>
    </>
  );
}
