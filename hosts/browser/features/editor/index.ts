import { Configuration } from "./configuration.tsx";

/** The configuration as a text. */
export const editor = { Panel: Configuration };
