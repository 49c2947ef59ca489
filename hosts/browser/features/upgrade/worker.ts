import { answerUpgrade } from "../../../../analysis/questions/given/upgrade.ts";
import { Turns } from "../../session/turns.ts";
import { askingOf } from "../../worker/asking.ts";
import type { Handlers } from "../../worker/handlers.ts";

export const HANDLERS: Handlers<"upgrade"> = {
  upgrade: async (session, { documents, ...asked }, reply) => {
    const asking = askingOf(session, new Turns(() => true), reply);
    reply({ kind: "upgraded", upgraded: await answerUpgrade(documents, asked, asking) });
  },
};
