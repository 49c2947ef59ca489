import {
  inGroup,
  type OptionRows,
  type OptionsOf,
} from "../../../../analysis/questions/options/row.ts";

export const TOKEN_VARIABLE = "PLIMSOLL_FORWARD_TOKEN";

/** Where each step is sent as well, and with which token. */
export const FORWARDING = inGroup("Forwarding", {
  forward: {
    argument: "<url>",
    description: "also send each step to this edge function; https, or loopback",
    value: "url",
  },
  forwardTokenFile: {
    argument: "<file>",
    description: `its token, read for each request (default: $${TOKEN_VARIABLE})`,
    value: "file",
  },
} as const satisfies OptionRows);

export type ForwardingOptions = OptionsOf<typeof FORWARDING>;
