export function krewArchive(): Uint8Array;
export function krewManifest(release: {
  readonly version: string;
  readonly uri: string;
  readonly sha256: string;
}): string;
