import { Detail, OomdAction } from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import { ModuleEngine } from "./moduleEngine.ts";
import type { DocumentInput, ModuleSurface } from "./moduleInstance.ts";
import type { KillerDecision, OomdConfiguration, OomdStep } from "./oomdDecision.ts";

/** The verbs of `plimsoll-oomd.wasm`, in addition to what every module exports. */
interface OomdExports extends ModuleSurface {
  configure(size: number): number;
  observe(size: number): number;
  run(moment: number): number;
  save(): number;
  restore(size: number): number;
}

/**
 * A killer in user space over files of cgroups: `configure`, then `observe` and `run` in turn. Each
 * throws `EngineError` when the module refuses; a refused step ends what was configured.
 */
export class OomdEngine extends ModuleEngine<OomdExports> {
  configure(configuration: DocumentInput | OomdConfiguration): void {
    this.module.call("configure", configuration);
  }

  /** Takes what changes at a moment; the program has to have run up to it. */
  observe(step: DocumentInput | OomdStep): void {
    this.module.call("observe", step);
  }

  /** Runs up to a moment in milliseconds since the start; stops after each decision. */
  *run(moment: number, detail: Detail = Detail.Decision): Generator<KillerDecision> {
    while (this.module.call("run", moment) === OomdAction.Decided) yield this.report(detail);
  }

  /** The last decision. */
  report(detail: Detail = Detail.Counterfactuals): KillerDecision {
    return new Answer<KillerDecision>(this.module.answer("report", detail)).parse();
  }

  /** What later decisions depend on, apart from the cgroups themselves. */
  save(): Uint8Array {
    return this.module.answer("save");
  }

  /** Takes back a state of the same settings; the next step has to have all cgroups. */
  restore(state: Uint8Array): void {
    this.module.call("restore", state);
  }
}
