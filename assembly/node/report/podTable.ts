/** What `pods` answers: the facts of each pod that eviction depends on. */
import {
  beginArray,
  beginObject,
  booleanMember,
  endArray,
  endObject,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { Pod, PodFlag, podAt, podHas } from "../model/pod.ts";
import { tables } from "../model/tables.ts";
import { podNameMembers, qosClassName, quantityText } from "./values.ts";

export function writePodTable(): void {
  beginObject();
  member("plimsoll", "pods/1");
  key("pods");
  beginArray();
  for (let index: u32 = 0; index < tables.podCount; index++) writePod(podAt(index));
  endArray();
  endObject();
}

function writePod(pod: Pod): void {
  beginObject();
  podNameMembers(pod);
  booleanMember("active", podHas(pod, PodFlag.Active));
  member("qosClass", qosClassName(pod.qosClass));
  integerMember("priority", pod.priority);
  booleanMember("critical", podHas(pod, PodFlag.Critical));
  key("memoryRequest");
  quantityText(pod.memoryRequest);
  key("ephemeralStorageRequest");
  quantityText(pod.ephemeralStorageRequest);
  if (podHas(pod, PodFlag.EphemeralStorageLimit)) {
    key("ephemeralStorageLimit");
    quantityText(pod.ephemeralStorageLimit);
  }
  endObject();
}
