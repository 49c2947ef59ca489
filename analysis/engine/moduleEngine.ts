import { ModuleInstance, type ModuleSurface, type VerbOf } from "./moduleInstance.ts";
import { type SplitExports, Splitter } from "./splitter.ts";

/** What every engine has, whatever its policy. */
export abstract class ModuleEngine<Exports extends ModuleSurface> {
  protected readonly module: ModuleInstance<Exports>;

  /** Throws when the module was built for another boundary than this host. */
  constructor(module: WebAssembly.Module) {
    this.module = new ModuleInstance<Exports>(module);
  }

  /** Whether it trapped; every verb of it throws from then on. */
  get isDiscarded(): boolean {
    return this.module.isDiscarded;
  }

  /** Bytes; a longer document is answered with `InputTooLarge`. */
  get inputCapacity(): number {
    return this.module.inputCapacity;
  }

  /** Linear memory that the module has taken: one that grows with what it reads never shrinks. */
  get memoryBytes(): number {
    return this.module.memoryBytes;
  }

  /**
   * Forgets everything and wipes it from the module's memory: documents, state, answers. Between
   * two tenants of one engine this is what keeps them apart; the cost is that of what the first one
   * used.
   */
  clear(): void {
    this.module.call("clear" as VerbOf<Exports>, 0);
  }
}

/** An engine whose documents may come in texts of any size. */
export abstract class SplittingEngine<Exports extends SplitExports> extends ModuleEngine<Exports> {
  /** Splits texts of any size into documents that the engine takes. */
  readonly splitter: Splitter;

  constructor(module: WebAssembly.Module) {
    super(module);
    this.splitter = new Splitter(this.module);
  }
}
