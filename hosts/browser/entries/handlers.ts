/** What answers each request of the page: the rows of the capture, and those of each feature. */

import { UnreadableError } from "../../../analysis/read/unreadable.ts";
import { HANDLERS as compare } from "../features/compare/worker.ts";
import { HANDLERS as headroom } from "../features/headroom/worker.ts";
import { HANDLERS as pods } from "../features/pods/worker.ts";
import { HANDLERS as sweep } from "../features/sweep/worker.ts";
import { HANDLERS as threshold } from "../features/threshold/worker.ts";
import { HANDLERS as usage } from "../features/usage/worker.ts";
import { CAPTURE_HANDLERS } from "../worker/captureHandlers.ts";
import type { Handlers } from "../worker/handlers.ts";

// Scripts of their own, since nothing of them is needed for the first decision.
const admission = () => import("../features/admission/worker.ts");
const given = () => import("../features/given/worker.ts");
const oom = () => import("../features/oom/worker.ts");
const recorded = () => import("../worker/recordedEvictions.ts");
const upgrade = () => import("../features/upgrade/worker.ts");
const share = () => import("../features/share/worker.ts");

export const HANDLERS: Handlers = {
  ...CAPTURE_HANDLERS,
  open: async (session, request, reply) => {
    const { documents, kind: _, ...others } = request;
    const isPlain = documents.every(({ files }) => files === undefined);
    if (isPlain && Object.keys(others).length === 0) {
      try {
        return await session.open(request, reply);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        return (await given()).openOthers(session, request, reply, error);
      }
    }
    await (await given()).openNext(session, request, reply);
  },
  upgrade: async (...of) => (await upgrade()).HANDLERS.upgrade(...of),
  stopReading: async (...of) => (await given()).stopReading(...of),
  ...compare,
  ...headroom,
  ...pods,
  ...sweep,
  ...threshold,
  ...usage,
  admission: async (...given) => (await admission()).HANDLERS.admission(...given),
  oom: async (...given) => (await oom()).HANDLERS.oom(...given),
  oomTimeline: async (...given) => (await oom()).HANDLERS.oomTimeline(...given),
  recordedEvictions: async (...given) => (await recorded()).HANDLERS.recordedEvictions(...given),
  share: async (...given) => (await share()).HANDLERS.share(...given),
  address: async (...given) => (await share()).HANDLERS.address(...given),
  link: async (...given) => (await share()).HANDLERS.link(...given),
};
