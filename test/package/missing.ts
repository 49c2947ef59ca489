/** A tool that is not here; the message says how to get it. */
export class Missing extends Error {}
