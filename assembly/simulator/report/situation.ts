/** A node at the moment where the scenario stands: documents that its own module explains. */
import {
  beginObject,
  endObject,
  integerMember,
  key,
  treeAsWritten,
} from "../../base/json/write.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { writePodList, writeSummary } from "../kubelet/documents.ts";
import { agentAt } from "../model/agent.ts";
import { configurationText } from "../model/kubelets.ts";
import { START } from "../model/time.ts";
import { clock } from "../model/timers.ts";

export function writeSituation(node: u32): void {
  const configuration = configurationText(agentAt(node).configuration - 1);
  const at = textAt(configuration);
  beginObject();
  integerMember("time", START + clock.now);
  key("configuration");
  treeAsWritten(at, at + usize(textSize(configuration)));
  key("pods");
  writePodList(node, true);
  key("summary");
  writeSummary(node);
  endObject();
}
