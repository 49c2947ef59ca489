/** What the module holds: objects by kind, kinds that nothing reads, and the configuration. */
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  integerMember,
  key,
  literal,
  member,
  text,
  textMember,
} from "../../base/json/write.ts";
import { otherCount, otherKind, others } from "../../objects/documents/others.ts";
import { KINDS, Kind, kindName } from "../../objects/model/kind.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodes } from "../../objects/model/node.ts";
import { objectsOf } from "../../objects/model/objectRow.ts";
import { podAt, pods } from "../../objects/model/pod.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { isOfOtherScheduler, pendingCount } from "../cycle/queue.ts";
import { extenders } from "../model/extenders.ts";
import { configuredParallelism, NO_PARALLELISM } from "../model/parallelism.ts";
import { PLUGINS, pluginName } from "../model/plugin.ts";
import {
  filterAt,
  NO_PERCENTAGE,
  Profile,
  percentageOfNodesToScore,
  profileAt,
  profileCount,
  scorerAt,
  weightOf,
} from "../model/profile.ts";
import { release } from "../model/release.ts";

export function writeSummary(): void {
  beginObject();
  member("plimsoll", "objects/1");
  key("objects");
  beginObject();
  for (let kind = 1; kind < KINDS; kind++) {
    const count = countOf(kind);
    if (count != 0) integerMember(kindName(kind), count);
  }
  endObject();
  othersMember();
  integerMember("pending", pendingCount);
  const ofOthers = countOfOtherSchedulers();
  if (ofOthers != 0) integerMember("pendingOfOtherSchedulers", ofOthers);
  key("configuration");
  beginObject();
  integerMember("kubernetesMinor", release.minor);
  integerMember("percentageOfNodesToScore", percentageOfNodesToScore);
  integerMember("parallelism", 1);
  if (configuredParallelism != NO_PARALLELISM) {
    integerMember("configuredParallelism", configuredParallelism);
  }
  key("extenders");
  beginArray();
  for (let index: u32 = 0; index < listCount(extenders); index++) {
    const address = wordOf(extenders, index);
    text(textAt(address), textSize(address));
  }
  endArray();
  key("profiles");
  beginArray();
  for (let index: u32 = 0; index < profileCount; index++) writeProfile(profileAt(index));
  endArray();
  endObject();
  endObject();
}

function countOfOtherSchedulers(): u32 {
  let count: u32 = 0;
  for (let row: u32 = 0; row < pods.count; row++) {
    if (isOfOtherScheduler(podAt(row))) count++;
  }
  return count;
}

function countOf(kind: i32): u32 {
  if (kind == Kind.Pod) return pods.count;
  return kind == Kind.Node ? nodes.count : objectsOf(kind).count;
}

function othersMember(): void {
  key("passedOver");
  beginArray();
  for (let row: u32 = 0; row < others.count; row++) {
    beginObject();
    textMember("kind", textAt(otherKind(row)), textSize(otherKind(row)));
    integerMember("count", otherCount(row));
    endObject();
  }
  endArray();
}

function writeProfile(profile: Profile): void {
  const name = profile.schedulerName;
  beginObject();
  textMember("schedulerName", textAt(name), textSize(name));
  key("filters");
  beginObject();
  for (let index: u32 = 0; index < profile.filterCount; index++) {
    integerMember(pluginName(filterAt(profile, index)), index + 1);
  }
  endObject();
  key("scores");
  beginObject();
  for (let index: u32 = 0; index < profile.scoreCount; index++) {
    const plugin = scorerAt(profile, index);
    integerMember(pluginName(plugin), weightOf(profile, plugin));
  }
  endObject();
  if (profile.percentageOfNodesToScore != NO_PERCENTAGE) {
    integerMember("percentageOfNodesToScore", profile.percentageOfNodesToScore);
  }
  notEvaluatedMember(profile);
  endObject();
}

/** Plugins that keep every pod of the profile from being judged. */
function notEvaluatedMember(profile: Profile): void {
  if ((profile.failing | profile.foreign) == 0) return;
  key("notEvaluated");
  beginArray();
  for (let plugin = 0; plugin < PLUGINS; plugin++) {
    if (((profile.failing >> plugin) & 1) != 0) literal(pluginName(plugin));
  }
  for (let index: u32 = 0; index < listCount(profile.foreign); index++) {
    const name = wordOf(profile.foreign, index);
    text(textAt(name), textSize(name));
  }
  endArray();
}
