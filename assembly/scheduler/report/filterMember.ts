/** Which plugin refused a node, and in which words. */
import {
  addText,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endText,
  key,
  member,
} from "../../base/json/write.ts";
import { LIST_SCRATCH_OFFSET } from "../../objects/memory.ts";
import { podAt } from "../../objects/model/pod.ts";
import { beginReasons, endReasons } from "../cycle/filter.ts";
import { Template } from "../cycle/template.ts";
import { decision } from "../model/decision.ts";
import { pluginName } from "../model/plugin.ts";
import { profileAt } from "../model/profile.ts";
import { countReasons, writeReason } from "./refusal.ts";

/** Sentences are built in the buffer for lists, which is free meanwhile. */
const SENTENCE: usize = LIST_SCRATCH_OFFSET;

/** The member is open behind its reasons: the caller ends the object. */
export function beginFilterMember(template: Template, position: u32, plugin: i32): void {
  key("filter");
  beginObject();
  member("plugin", pluginName(plugin));
  key("reasons");
  beginArray();
  const pod = podAt(decision.pod);
  const profile = profileAt(template.profile);
  beginReasons(pod, decision.pod, template, profile, position);
  const reasons = countReasons(template, position, plugin);
  for (let reason: u32 = 0; reason < reasons; reason++) {
    const end = writeReason(SENTENCE, template, position, plugin, reason);
    beginText();
    addText(SENTENCE, i32(end - SENTENCE));
    endText();
  }
  endReasons(pod, decision.pod, profile, position);
  endArray();
}
