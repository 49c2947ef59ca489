import { printed } from "../../../analysis/present/terminal/controls.ts";
import type { Output } from "../../system/io.ts";

const ESCAPE = "\u001b[";
/** The alternate screen: what was on the terminal before is there again afterwards. */
const ENTER = `${ESCAPE}?1049h${ESCAPE}?25l${ESCAPE}?7l`;
const LEAVE = `${ESCAPE}?7h${ESCAPE}?25h${ESCAPE}?1049l`;
const HOME = `${ESCAPE}H`;
const TO_END_OF_LINE = `${ESCAPE}K`;
const BELOW = `${ESCAPE}J`;
/** Terminals that know it show the whole of it at once; the others ignore it. */
const BEGIN = `${ESCAPE}?2026h`;
const END = `${ESCAPE}?2026l`;

/** The whole terminal as a sheet of lines, drawn over and over without clearing it in between. */
export class Canvas {
  readonly #output: Output;
  #entered = false;
  readonly #leaveAtExit = () => this.#leaveNow();

  constructor(output: Output) {
    this.#output = output;
  }

  /**
   * Lines beyond the last row are left out; the cursor stays at the top, where keys do no harm.
   * Nothing is drawn until the terminal has taken the previous frame.
   */
  async draw(lines: readonly string[]): Promise<void> {
    if (this.#output.isWaiting) return;
    const enter = this.#entered ? "" : ENTER;
    if (!this.#entered) process.once("exit", this.#leaveAtExit);
    this.#entered = true;
    const shown = printed(lines.slice(0, this.#output.rows)).split("\n").slice(0, -1);
    const sheet = shown.map((line) => line + TO_END_OF_LINE).join("\r\n");
    await this.#output.write(`${enter}${BEGIN}${HOME}${sheet}${BELOW}${HOME}${END}`);
  }

  async leave(): Promise<void> {
    if (!this.#entered) return;
    this.#entered = false;
    process.off("exit", this.#leaveAtExit);
    await this.#output.write(LEAVE);
  }

  /** A crash or a second signal leaves no time for anything else. */
  #leaveNow(): void {
    if (this.#entered) process.stdout.write(LEAVE);
  }
}
