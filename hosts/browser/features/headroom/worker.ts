import { headroomOf } from "../../../../analysis/questions/headroom/headroom.ts";
import type { Handlers } from "../../worker/handlers.ts";

/** On the documents as they came: a decoded Summary cannot be changed. */
export const HANDLERS: Handlers<"headroom"> = {
  headroom: async (session, request, reply) => {
    await session.whenDecided();
    const scene = await session.sceneAt(request.position);
    const options = { ...session.policy.options, whatIf: !request.isTakenAgain };
    const { json } = session.policyJson({ ...session.policy, options });
    const answer = scene === null ? null : headroomOf(session.questionEngine, scene, json, request);
    reply({ kind: "headroom", answer });
  },
};
