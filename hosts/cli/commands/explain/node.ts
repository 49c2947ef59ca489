import type { Io } from "../../../system/io.ts";
import { openLiveNode } from "../../input/liveNode.ts";
import { openSession } from "../../input/session.ts";
import { explainSession } from "./capture.ts";
import type { GivenOptions } from "./givenOptions.ts";

/** `plimsoll explain --node`: a node as it is now. */
export async function explainNode(node: string, options: GivenOptions, io: Io): Promise<void> {
  const wantsConfigz = options.config === undefined;
  const open = () => openLiveNode(node, options, wantsConfigz, io);
  await explainSession(await openSession(undefined, options, io, open), options, io);
}
