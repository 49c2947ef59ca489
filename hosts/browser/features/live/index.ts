import { Live } from "./live.ts";
import { LiveState } from "./liveState.tsx";
import { LIVE_NAME } from "./words.ts";

/** A daemon that is watched. */
export const live = { model: Live, State: LiveState, captureName: LIVE_NAME };
