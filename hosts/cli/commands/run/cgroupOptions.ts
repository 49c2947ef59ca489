import type { Command } from "commander";

/** What counts as the node, where there is no kubelet to say so. */
export function addCgroupOptions(command: Command): void {
  command
    .optionsGroup("Source cgroup:")
    .option("--pods-file <file>", "priorities, requests and directories of systemd units, as YAML")
    .option("--cgroup-parent <path>", "count only the children of this cgroup as pods")
    .option("--nodefs-path <dir>", "a path on the file system that counts as nodefs", "/")
    .option(
      "--imagefs-path <dir>",
      "a path on the file system that counts as imagefs (default: none)",
    )
    .option("--cgroup-root <dir>", "where the cgroup file system is mounted", "/sys/fs/cgroup")
    .option("--proc-root <dir>", "where procfs is mounted", "/proc")
    .option(
      "--no-notifications",
      "do not wake up early on memory pressure; only once every interval",
    );
}
