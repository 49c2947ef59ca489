/** Bytes of a member; null when it ends. */
export interface BundlePart {
  /** Inside the bundle, with `/`; never absolute, and without `..`. */
  readonly path: string;
  readonly bytes: Uint8Array | null;
  /** Why a member is not read, where it ends without its bytes: `is packed …`. */
  readonly problem?: string;
}

/** Whether a member's bytes are wanted; its size is null where the archive does not say. */
export type Wants = (path: string, size: number | null) => boolean;

/** A path of an archive as it is shown and matched; null for one that leads out of it. */
export function memberPath(path: string): string | null {
  const parts = path.replaceAll("\\", "/").split("/");
  if (parts.includes("..")) return null;
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}
