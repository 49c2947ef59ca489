import { keepForOffline } from "./offline.ts";

/** The page without a network. */
export const offline = { keep: keepForOffline };
