import type { Command } from "commander";
import { EXPLAIN } from "../../../analysis/questions/explain/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { explainBundle } from "./explain/bundle.ts";
import { explainCapture } from "./explain/capture.ts";
import { explainEvents } from "./explain/events.ts";
import { explainMessage } from "./explain/message.ts";
import { explainNode } from "./explain/node.ts";

export function explainCommand(io: Io): Command {
  return commandOf(EXPLAIN, ({ capture }, options) => {
    const { message, events, podStatus, bundle, node } = options;
    if (message !== undefined) return explainMessage(message, options.output, io);
    if (events !== undefined) return explainEvents(events, "events", options.output, io);
    if (podStatus !== undefined) return explainEvents(podStatus, "pods", options.output, io);
    if (bundle !== undefined) return explainBundle(bundle, options, io);
    if (node !== undefined) return explainNode(node, options, io);
    return explainCapture(capture, options, io);
  });
}
