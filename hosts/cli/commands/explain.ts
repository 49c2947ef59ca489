import type { Command } from "commander";
import { EXPLAIN, patternIn } from "../../../analysis/questions/explain/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import type { GivenOptions } from "./explain/givenOptions.ts";

/** `words` is the whole command line, from which other command lines are suggested. */
export function explainCommand(words: readonly string[], io: Io): Command {
  return commandOf(EXPLAIN, ({ capture }, options) =>
    runExplain(capture, { ...options, words }, io),
  );
}

/** Loads what the input needs: a message needs neither a policy nor a reader of captures. */
async function runExplain(capture: string | undefined, given: GivenOptions, io: Io): Promise<void> {
  const { message, events, podStatus, bundle, node, namespace } = given;
  const options =
    given.pod === undefined ? given : { ...given, pod: patternIn(given.pod, namespace) };
  if (message !== undefined) {
    const { explainMessage } = await import("./explain/message.ts");
    return explainMessage(message, options, io);
  }
  const list = events ?? podStatus;
  if (list !== undefined) {
    const { explainEvents } = await import("./explain/events.ts");
    return explainEvents(list, events === undefined ? "pods" : "events", options, io);
  }
  if (bundle !== undefined) {
    const { explainBundle } = await import("./explain/bundle.ts");
    return explainBundle(bundle, options, io);
  }
  if (node !== undefined) {
    const { explainNode } = await import("./explain/node.ts");
    return explainNode(node, options, io);
  }
  const { explainCapture } = await import("./explain/capture.ts");
  return explainCapture(capture, options, io);
}
