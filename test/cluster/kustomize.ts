/** The manifests as `kubectl apply -k` sends them, rendered by kustomize itself. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

const PROGRAM = "sigs.k8s.io/kustomize/kustomize/v5@v5.7.1";
const DEPLOY = fileURLToPath(new URL("../../hosts/daemon/deploy", import.meta.url));
const PROGRAMS = fileURLToPath(new URL("../../build/kustomize", import.meta.url));

export interface Manifest {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: unknown;
}

/** The objects of a folder of hosts/daemon/deploy, in the order in which they are applied. */
export function rendered(folder: string): readonly Manifest[] {
  const kustomize = join(PROGRAMS, "kustomize");
  if (!existsSync(kustomize)) {
    const env = { ...process.env, GOBIN: PROGRAMS, CGO_ENABLED: "0" };
    execFileSync("go", ["install", PROGRAM], { env, stdio: ["ignore", "inherit", "inherit"] });
  }
  const text = execFileSync(kustomize, ["build", join(DEPLOY, folder)]).toString();
  return parseAllDocuments(text).map((document) => document.toJS());
}
