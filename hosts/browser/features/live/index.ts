import { LIVE_NAME, Live } from "./live.ts";
import { LiveState } from "./liveState.tsx";

/** A daemon that is watched. */
export const live = { model: Live, State: LiveState, captureName: LIVE_NAME };
