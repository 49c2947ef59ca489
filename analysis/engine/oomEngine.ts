import { Detail, type First, type OomAction } from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import { ModuleEngine } from "./moduleEngine.ts";
import type { DocumentInput, ModuleSurface } from "./moduleInstance.ts";
import type { Race, RaceDocument } from "./oomRace.ts";
import type { Selection, TasksDocument } from "./oomSelection.ts";

/** The verbs of `plimsoll-oom.wasm`, in addition to what every module exports. */
interface OomExports extends ModuleSurface {
  select(size: number): number;
  race(size: number): number;
}

/** The kernel's OOM killer: which of a machine's tasks dies, and why that one. */
export class OomEngine extends ModuleEngine<OomExports> {
  /** Throws `EngineError` when the module refuses the document. */
  select(tasks: DocumentInput | TasksDocument): OomAction {
    return this.module.call("select", tasks);
  }

  /** The last selection; with its ranking, and what would have spared the task. */
  report(detail: Detail = Detail.Counterfactuals): Selection {
    return new Answer<Selection>(this.module.answer("report", detail)).parse();
  }

  /** Who acts first as memory falls. Throws `EngineError` when the module refuses the document. */
  race(document: DocumentInput | RaceDocument): First {
    return this.module.call("race", document);
  }

  /** The last race. */
  raceReport(): Race {
    return new Answer<Race>(this.module.answer("report", Detail.Decision)).parse();
  }
}
