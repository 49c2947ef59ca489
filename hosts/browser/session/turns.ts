/** Milliseconds of work before the worker looks for newer requests. */
const TURN_MILLISECONDS = 10;

/** A newer request has made this one pointless. */
export class Superseded extends Error {
  override readonly name = "Superseded";
}

/**
 * Lets long work give way: `rest()` comes back at once until a turn is over, then after the
 * messages that wait have been handled. It throws when one of them makes the work pointless.
 */
export class Turns {
  readonly #isCurrent: () => boolean;
  #began = performance.now();

  constructor(isCurrent: () => boolean) {
    this.#isCurrent = isCurrent;
  }

  /** True when it is time to `rest`; cheap enough to ask at every step. */
  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MILLISECONDS;
  }

  async rest(): Promise<void> {
    await messagesHandled();
    if (!this.#isCurrent()) throw new Superseded("A newer request came.");
    this.#began = performance.now();
  }
}

const { port1: receiver, port2: sender } = new MessageChannel();
/** Deciding, comparing and reading may rest at the same time; each sends one message. */
const resting: (() => void)[] = [];

/** A timer would wait four milliseconds once it is nested; a message does not. */
function messagesHandled(): Promise<void> {
  return new Promise((resolve) => {
    resting.push(resolve);
    receiver.onmessage = () => resting.shift()?.();
    sender.postMessage(null);
  });
}
