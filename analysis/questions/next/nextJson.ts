import { formatTime } from "../../text/time.ts";
import type { Round } from "./round.ts";

const VERSION = "next/1";

/** One round as one document; `schemas/next-1.schema.json`. */
export function roundJson({ round, time, nodes, unread }: Round): string {
  const document = { plimsoll: VERSION, round, time: formatTime(time), nodes, unread };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The same with a line for each node. */
export function roundLines({ round, time, nodes, unread }: Round): string {
  const head = { plimsoll: VERSION, round, roundTime: formatTime(time) };
  return [...nodes, ...unread].map((node) => `${JSON.stringify({ ...head, ...node })}\n`).join("");
}
