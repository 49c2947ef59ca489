import { Detail, type First, type OomAction } from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import { type DocumentInput, ModuleInstance, type ModuleSurface } from "./moduleInstance.ts";
import type { Race, RaceDocument } from "./oomRace.ts";
import type { Selection, TasksDocument } from "./oomSelection.ts";

/** The verbs of `plimsoll-oom.wasm`, in addition to what every module exports. */
interface OomExports extends ModuleSurface {
  select(size: number): number;
  race(size: number): number;
  clear(): number;
}

/** The kernel's OOM killer: which of a machine's tasks dies, and why that one. */
export class OomEngine {
  readonly #module: ModuleInstance<OomExports>;

  /** Throws when the module was built for another boundary than this host. */
  constructor(module: WebAssembly.Module) {
    this.#module = new ModuleInstance<OomExports>(module);
  }

  /** Throws `EngineError` when the module refuses the document. */
  select(tasks: DocumentInput | TasksDocument): OomAction {
    return this.#module.call("select", tasks);
  }

  /** The last selection; with its ranking, and what would have spared the task. */
  report(detail: Detail = Detail.Counterfactuals): Selection {
    return new Answer<Selection>(this.#module.answer("report", detail)).parse();
  }

  /** Who acts first as memory falls. Throws `EngineError` when the module refuses the document. */
  race(document: DocumentInput | RaceDocument): First {
    return this.#module.call("race", document);
  }

  /** The last race. */
  raceReport(): Race {
    return new Answer<Race>(this.#module.answer("report", Detail.Decision)).parse();
  }

  /** Forgets the tasks and wipes them from memory. */
  clear(): void {
    this.#module.call("clear", 0);
  }
}
