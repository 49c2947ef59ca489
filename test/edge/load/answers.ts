/** What a load run was answered: anything but a decision makes it worthless, and is printed. */

const TEXT_MAX = 300;

interface Other {
  times: number;
  /** The first one, as it came. */
  readonly body: string;
}

export class Answers {
  readonly #others = new Map<string, Other>();

  take(status: number, body: string): void {
    const answer = parsed(body);
    if (status === 200 && isDecision(answer)) return;
    const kind = `${status} ${typeOf(answer)}`;
    const other = this.#others.get(kind) ?? { times: 0, body: body.slice(0, TEXT_MAX) };
    other.times++;
    this.#others.set(kind, other);
  }

  get undecided(): number {
    return [...this.#others.values()].reduce((sum, { times }) => sum + times, 0);
  }

  /** A sentence for each kind of answer that is not a decision. */
  get complaints(): readonly string[] {
    return [...this.#others].map(
      ([kind, { times, body }]) => `${times} answers are not decisions but ${kind}, as ${body}`,
    );
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The edge function's answer holds a decision; the plain handler's is one. */
function isDecision(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const decision = "decision" in answer ? answer.decision : answer;
  if (typeof decision !== "object" || decision === null) return false;
  return "action" in decision && typeof decision.action === "string";
}

function typeOf(answer: unknown): string {
  const isTyped = typeof answer === "object" && answer !== null && "type" in answer;
  return isTyped ? String(answer.type) : "without a problem type";
}
