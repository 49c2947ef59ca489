/** A node at the moment that the scenario has reached: documents that its own module explains. */
import {
  beginObject,
  endObject,
  integerMember,
  key,
  treeAsWritten,
} from "../../base/json/write.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { writePodList, writeSummary } from "../kubelet/documents.ts";
import { configurationText } from "../model/configurations.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { START } from "../model/time.ts";
import { clock } from "../model/timers.ts";

export function writeSituation(node: u32): void {
  const configuration = configurationText(kubeletAt(node).configuration - 1);
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
