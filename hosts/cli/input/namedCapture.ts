import type { Capture } from "../../../analysis/read/capture/capture.ts";

/** A capture and what people call it. */
export interface NamedCapture extends Capture {
  readonly name: string;
  /** One sentence about an example. */
  readonly title?: string;
  /** What a bare Summary calls its node. */
  readonly node?: string;
  /** The v1 Node, where it was read as well. */
  readonly nodeObject?: object;
  /** What its configuration is called in sentences. Default: the capture's own. */
  readonly origin?: string;
}
