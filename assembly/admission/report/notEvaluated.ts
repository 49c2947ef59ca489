/** What a kubelet also asks before it takes a pod, and documents do not answer. */
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  key,
  member,
} from "../../base/json/write.ts";
import { useAt } from "../../filters/uses.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import {
  SpecWord,
  specWord,
  UNEVALUATED_SHIFT,
  UnevaluatedBit,
} from "../../objects/model/podSpec.ts";
import { isExtended } from "../../objects/model/resourceName.ts";
import { decision } from "../model/decision.ts";
import { behavesAs } from "../model/kubelet.ts";
import { Behavior } from "../model/releaseTable.ts";
import { asked } from "../stages/fit.ts";

export function notEvaluatedMember(): void {
  key("notEvaluated");
  beginArray();
  write("Sysctls", "unsafe sysctls need --allowed-unsafe-sysctls");
  write(
    "ResourceManagers",
    "the CPU, memory and topology managers allocate by the machine's topology",
  );
  if (asksForDevices())
    write("DevicePlugins", "devices that are unhealthy or in use show only there");
  write("AppArmor", "profiles are loaded on the machine");
  if (behavesAs(Behavior.DeclaredFeatures)) {
    write("NodeDeclaredFeatures", "what the pod needs is compared with what the node declares");
  }
  write("NodeShutdown", "a node that is shutting down admits no pods");
  if (hasVolumes()) write("Volumes", "they are attached and mounted after admission");
  endArray();
}

function write(name: string, why: string): void {
  beginObject();
  member("name", name);
  member("why", why);
  endObject();
}

function asksForDevices(): bool {
  const scalars = useAt(asked).scalars;
  for (let at: u32 = 0; at < listCount(scalars); at += 3) {
    if (isExtended(wordOf(scalars, at))) return true;
  }
  return false;
}

function hasVolumes(): bool {
  const flags = specWord(decision.spec, SpecWord.Flags) >> UNEVALUATED_SHIFT;
  const volumes =
    UnevaluatedBit.VolumeBinding |
    UnevaluatedBit.VolumeRestrictions |
    UnevaluatedBit.NodeVolumeLimits |
    UnevaluatedBit.VolumeZone;
  return (flags & u32(volumes)) != 0;
}
