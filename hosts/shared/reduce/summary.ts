import { leaf, list, object } from "./shape.ts";

const NUMBER = leaf("number");
const TIME = leaf("time");

const MEMORY = object({ time: TIME, availableBytes: NUMBER, workingSetBytes: NUMBER });
const FILE_SYSTEM = {
  time: TIME,
  availableBytes: NUMBER,
  capacityBytes: NUMBER,
  inodesFree: NUMBER,
  inodes: NUMBER,
};
/** The layout of the file systems is read off `inodesUsed`, too. Spec 1.5. */
const IMAGE_FILE_SYSTEM = object({ ...FILE_SYSTEM, inodesUsed: NUMBER });
const USED = object({ usedBytes: NUMBER, inodesUsed: NUMBER });
const WORKING_SET = object({ workingSetBytes: NUMBER });

/** What the policy reads of a stats Summary. Spec 1.2, 1.3, 3.8, 3.12, 4.2, 4.3. */
export const SUMMARY = object({
  node: object({
    nodeName: leaf("node"),
    systemContainers: list(object({ name: leaf("systemContainer"), memory: MEMORY })),
    memory: MEMORY,
    fs: object(FILE_SYSTEM),
    runtime: object({ imageFs: IMAGE_FILE_SYSTEM, containerFs: IMAGE_FILE_SYSTEM }),
    rlimit: object({ time: TIME, maxpid: NUMBER, curproc: NUMBER }),
  }),
  pods: list(
    object({
      // The names stand in the PodList; a Summary's pods are looked up by uid.
      podRef: object({ uid: leaf("uid") }),
      containers: list(
        object({ name: leaf("container"), memory: WORKING_SET, rootfs: USED, logs: USED }),
      ),
      memory: WORKING_SET,
      volume: list(object({ name: leaf("volume"), usedBytes: NUMBER, inodesUsed: NUMBER })),
      "ephemeral-storage": object({ usedBytes: NUMBER }),
      process_stats: object({ process_count: NUMBER }),
    }),
  ),
});
