import { podProblem } from "../../../../analysis/questions/change/podChange.ts";
import type { Handlers } from "../../worker/handlers.ts";

export const HANDLERS: Handlers<"checkPod"> = {
  checkPod: (session, { change }, reply) => {
    reply({ kind: "podChecked", problem: podProblem(session.questionEngine, change) });
  },
};
