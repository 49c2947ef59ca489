import { Status } from "../../assembly/abi.ts";
import type { ErrorAnswer, Finding } from "./decision.ts";

/** A verb that was refused; the engine's state is what it was before. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly answer: ErrorAnswer;

  constructor(answer: ErrorAnswer) {
    super(sentenceOf(answer));
    this.answer = answer;
  }

  get status(): Status {
    return this.answer.status;
  }

  get document(): string {
    return this.answer.document;
  }

  /** Such as `$.node.fs.availableBytes`. */
  get path(): string | undefined {
    return this.answer.path;
  }

  /** Byte offset in the document. */
  get offset(): number | undefined {
    return this.answer.offset;
  }

  get reason(): string {
    return this.answer.reason;
  }

  /** Every error of an InvalidConfiguration; empty for other statuses. */
  get errors(): readonly Finding[] {
    return this.answer.errors ?? [];
  }
}

/**
 * The instance trapped, which no input may cause: its memory can no longer be trusted, so it
 * answers nothing any more.
 */
export class EngineDiscarded extends Error {
  override readonly name = "EngineDiscarded";

  constructor(verb: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The engine stopped inside ${verb} (${reason}) and was discarded; ` +
        "make a new EvictionEngine, restore its last saved state, and report the input.",
      { cause },
    );
  }
}

/** What, where, why; of several errors of a configuration the first, and how many follow. */
function sentenceOf(answer: ErrorAnswer): string {
  const [first, ...others] = answer.errors ?? [];
  const document = answer.document === "none" ? "" : answer.document;
  const offset = answer.offset === undefined ? "" : ` (byte ${answer.offset})`;
  const place = [document, first?.path ?? answer.path].filter(Boolean).join(" ") + offset;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const status = Status[answer.status] ?? `status ${answer.status}`;
  return `${place === "" ? status : place}: ${first?.message ?? answer.reason}${more}`;
}
