/** Puts cases to the kubelet's code and to the module, and compares. */
import { OracleProcess } from "../fidelity/oracleProcess.ts";
import type { AdmissionCase, OracleAdmission } from "./admissionCase.ts";
import { type AdmissionDifference, difference } from "./compare.ts";
import { counterfactualDifference } from "./counterfactual.ts";
import type { AdmissionPlayer, Played } from "./play.ts";
import { question } from "./question.ts";

/** Runs of each case with its pods in other orders; enough to see most ties. */
const RUNS = 6;

export interface AdmissionVerdict {
  readonly theirs: OracleAdmission;
  readonly ours: Played;
  readonly difference: AdmissionDifference | null;
}

export class AdmissionJudge {
  readonly #player: AdmissionPlayer;
  readonly #oracle: OracleProcess;

  constructor(player: AdmissionPlayer, oracle: string) {
    this.#player = player;
    this.#oracle = new OracleProcess(oracle, RUNS);
  }

  async judge(cases: readonly AdmissionCase[]): Promise<AdmissionVerdict[]> {
    const answering = this.#oracle.ask(cases.map((asked) => question(asked)));
    const played = cases.map((asked) => this.#player.play(asked));
    const answers = (await answering).map((text) => JSON.parse(text) as OracleAdmission);
    return cases.map((asked, index) => {
      const theirs = answers[index] as OracleAdmission;
      const ours = played[index] as Played;
      const found = theirs.skipped ? null : difference(theirs, ours);
      return {
        theirs,
        ours,
        difference: found ?? counterfactualDifference(this.#player, asked, ours),
      };
    });
  }

  close(): void {
    this.#oracle.close();
  }
}
