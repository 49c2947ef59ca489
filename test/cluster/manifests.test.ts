/** What is shipped to be applied, applied to a real API server, which knows every field. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "../../hosts/daemon/kubernetes/apiError.ts";
import { controlPlaneBinaries } from "./binaries.ts";
import { type ControlPlane, startControlPlane } from "./controlPlane.ts";
import { type Manifest, rendered } from "./kustomize.ts";

/** Priorities and Pod Security are evaluated here; only accounts are not filled in. */
const WITHOUT_ADMISSION = ["ServiceAccount"];

const PLURALS: Readonly<Record<string, string>> = {
  NetworkPolicy: "networkpolicies",
  PriorityClass: "priorityclasses",
};

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

let plane: ControlPlane;
beforeAll(async () => {
  const binaries = controlPlaneBinaries();
  if (binaries === null) throw new Error("There is no control plane to apply anything to.");
  plane = await startControlPlane(binaries, WITHOUT_ADMISSION);
});
afterAll(() => plane?.stop());

function pathOf({ kind, apiVersion, metadata }: Manifest): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const scope = metadata.namespace === undefined ? "" : `/namespaces/${metadata.namespace}`;
  return `${root}${scope}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}/${metadata.name}`;
}

/** As `kubectl apply --server-side --validate=strict`; rejects with what the server objects to. */
async function apply(object: Manifest): Promise<void> {
  await plane.admin.request({
    method: "PATCH",
    path: `${pathOf(object)}?fieldManager=test&force=true&fieldValidation=Strict`,
    contentType: "application/apply-patch+yaml",
    body: object,
  });
}

/** The pod of a DaemonSet as its controller would create it, judged and not kept. */
async function createPod(daemonSet: Manifest): Promise<{ spec: { priority: number } }> {
  const { template } = daemonSet.spec as { template: { metadata: object; spec: object } };
  const { metadata, spec } = template;
  const body = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "judged" }, spec };
  const path = "/api/v1/namespaces/plimsoll/pods?dryRun=All&fieldValidation=Strict";
  return JSON.parse((await plane.admin.request({ method: "POST", path, body })).toString());
}

function daemonSetOf(manifests: readonly Manifest[]): Manifest {
  const found = manifests.find(({ kind }) => kind === "DaemonSet");
  if (found === undefined) throw new Error("There is no DaemonSet.");
  return found;
}

describe.each(["observing", "acting"])("the manifests %s", (folder) => {
  it("are what the API server takes, field by field, and their pods may run", async () => {
    const manifests = rendered(folder);
    for (const object of manifests) await apply(object);
    const { spec } = await createPod(daemonSetOf(manifests));
    expect(spec.priority).toBe(1_000_000_000);
  });

  it("name the image once, and nothing but it", () => {
    const text = JSON.stringify(rendered(folder));
    const images = [...text.matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set(["plimsoll:0.1.0"]));
  });
});

describe("the manifest sweep", () => {
  it("is what the API server takes, and its pods may run where pods are restricted", async () => {
    for (const object of rendered("observing")) await apply(object);
    const [job] = rendered("sweep");
    if (job === undefined) throw new Error("There is no Job.");
    await apply(job);
    await createPod(job);
  });

  it("has shards that come to the whole when each runs as its pod would run it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plimsoll-sweep-"));
    const [captures, cells] = [join(folder, "captures"), join(folder, "cells")];
    for (const each of [captures, cells]) mkdirSync(each);
    for (const name of ["two-signals", "recorded-memory-hard"]) {
      cpSync(
        join(ROOT, `examples/${name}.plimsoll.ndjson.gz`),
        join(captures, `${name}.ndjson.gz`),
      );
    }
    const { completions, container } = jobOf(rendered("sweep"));
    for (let index = 0; index < completions; index++) {
      const [program = "", ...words] = container.command.map((word) =>
        word
          .replaceAll("/opt/plimsoll/", ROOT)
          .replaceAll("/captures", captures)
          .replaceAll("/cells", cells),
      );
      const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      const env = { ...process.env, ...own, JOB_COMPLETION_INDEX: String(index) };
      execFileSync(program, words, { env });
    }
    const command = join(ROOT, "dist/plimsoll.mjs");
    const run = (...words: string[]) =>
      execFileSync("node", [command, "sweep", ...words]).toString();
    const shards = readdirSync(cells).map((name) => join(cells, name));
    const vary = `--vary=${container.env[0]?.value}`;
    const whole = run(captures, vary, "--what-if", "--output", "ndjson");
    expect(run("merge", ...shards, "--output", "ndjson")).toBe(whole);
    rmSync(folder, { recursive: true });
  });
});

interface JobContainer {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

function jobOf(manifests: readonly Manifest[]) {
  const [job] = manifests as [Manifest];
  const { completions, template } = job.spec as {
    completions: number;
    template: { spec: { containers: [JobContainer] } };
  };
  return { completions, container: template.spec.containers[0] };
}

describe("the test itself", () => {
  it("sees an unknown field", async () => {
    const [first] = rendered("observing");
    const spoilt = { ...first, spec: { nonsense: true } } as Manifest;
    await expect(apply(spoilt)).rejects.toThrow(ApiError);
  });

  it("sees that the pod which acts needs more than a restricted namespace", async () => {
    for (const object of rendered("observing")) await apply(object);
    await expect(createPod(daemonSetOf(rendered("acting")))).rejects.toThrow(ApiError);
  });
});

describe("what the daemon keeps", () => {
  const volumeOf = (folder: string) => {
    const { template } = daemonSetOf(rendered(folder)).spec as {
      template: { spec: { volumes: readonly { name: string }[] } };
    };
    return template.spec.volumes.find(({ name }) => name === "state");
  };

  it("survives a rollout where it acts, and is not a volume of the node where it observes", () => {
    const hostPath = { path: "/var/lib/plimsoll", type: "DirectoryOrCreate" };
    expect(volumeOf("acting")).toEqual({ name: "state", hostPath });
    expect(volumeOf("observing")).toEqual({ name: "state", emptyDir: { sizeLimit: "64Mi" } });
  });
});
