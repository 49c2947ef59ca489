/** Which volumes of a pod count as local storage. */
import { behavesAs } from "../../node/model/behavior.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { Volume, VolumeFlag } from "../../node/model/volume.ts";

/** Whether a pod's limit counted the volume, where it counted parts: before 1.21. Spec 3.8. */
export function isLimitedVolume(volume: Volume): bool {
  const flags = volume.flags;
  const always = VolumeFlag.GitRepo | VolumeFlag.ConfigMap | VolumeFlag.DownwardApi;
  if ((flags & always) != 0) return true;
  return (flags & VolumeFlag.EmptyDir) != 0 && (flags & VolumeFlag.MemoryMedium) == 0;
}

/** Whether disk ranking counts the volume; huge pages counted before 1.21. Spec 4.3. */
export function isLocalVolume(volume: Volume): bool {
  const flags = volume.flags;
  if ((flags & (VolumeFlag.HostPath | VolumeFlag.GitRepo | VolumeFlag.ConfigMap)) != 0) return true;
  if ((flags & VolumeFlag.EmptyDir) == 0 || (flags & VolumeFlag.MemoryMedium) != 0) return false;
  return (flags & VolumeFlag.OtherMedium) == 0 || !behavesAs(Behavior.HugePagesVolumesUncounted);
}
