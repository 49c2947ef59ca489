import { OpenIn } from "./openIn.ts";
import { OpenRequest } from "./openRequest.tsx";

/** Documents that other pages send. */
export const openIn = { model: OpenIn, Request: OpenRequest };
