import { recognizeGiven } from "../../../../analysis/questions/given/recognized.ts";
import { answerUpgrade } from "../../../../analysis/questions/given/upgrade.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import { Turns } from "../../session/turns.ts";
import { askingOf } from "../../worker/asking.ts";
import type { Handlers } from "../../worker/handlers.ts";

export const HANDLERS: Handlers<"upgrade"> = {
  upgrade: async (session, { documents, edited, ...asked }, reply) => {
    const asking = askingOf(session, new Turns(() => true), reply);
    const all = edited === undefined ? documents : [...(await unconfigured(documents)), edited];
    reply({ kind: "upgraded", upgraded: await answerUpgrade(all, asked, asking) });
  },
};

/** With two configurations of a capture, neither would be in force. */
async function unconfigured(documents: readonly GivenDocument[]) {
  const recognized = await Promise.all(documents.map(recognizeGiven));
  return documents.filter((_, index) => recognized[index]?.format !== "configuration");
}
