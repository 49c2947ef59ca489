import { useMemo } from "preact/hooks";
import type { ClusterRun } from "../../../../analysis/questions/simulate/moments.ts";
import { proofOf } from "../../../../analysis/questions/simulate/proof.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { Fold } from "../../controls/fold.tsx";
import { PROOF, PROOF_MEANING } from "./words.ts";

/** Two equal states side by side, and what repeats between them. */
export function ProofPanel({ run }: { readonly run: ClusterRun }) {
  const proof = useMemo(() => proofOf(run), [run]);
  if (proof === null) return null;
  const [first, second] = proof.at;
  return (
    <Fold title={PROOF} holds={plural(proof.rows.length, "equal part")}>
      <section class="panel proof" aria-labelledby="proof-title">
        <p class="section-head">
          <h2 id="proof-title">{PROOF}</h2>
          <span class="quiet">{PROOF_MEANING}</span>
        </p>
        <table class="compared">
          <thead>
            <tr>
              <td />
              <th scope="col">{first}</th>
              <td />
              <th scope="col">{second}</th>
            </tr>
          </thead>
          <tbody>
            {proof.rows.map((row) => (
              <tr key={row.title}>
                <th scope="row">{row.title}</th>
                <td>{row.first}</td>
                <td class="equals">{row.first === row.second ? "=" : "≠"}</td>
                <td>{row.second}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{proof.words}</p>
      </section>
    </Fold>
  );
}
