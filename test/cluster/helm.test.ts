/** The chart, compared with the manifests, which it repeats. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { charted, helm, helmProgram } from "./helm.ts";
import { type Manifest, rendered } from "./kustomize.ts";

const PROGRAM = helmProgram() ?? "";
const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const CHART = new URL("../../hosts/daemon/deploy/helm/Chart.yaml", import.meta.url);

/** By what an API server knows an object by. */
function named(manifests: readonly Manifest[]): Readonly<Record<string, Manifest>> {
  const name = ({ kind, metadata }: Manifest) =>
    `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
  return Object.fromEntries(manifests.map((object) => [name(object), object]));
}

function textOf(manifests: readonly Manifest[], kind: string): string {
  return JSON.stringify(manifests.find((object) => object.kind === kind));
}

describe.skipIf(PROGRAM === "")("the Helm chart", () => {
  it.each([
    ["observing", "namespace.create=true"],
    ["acting", "namespace.create=true,acting.enabled=true"],
  ])("is the manifests %s, with %s", (folder, values) => {
    expect(named(charted(PROGRAM, values))).toEqual(named(rendered(folder)));
  });

  it("leaves the namespace to Helm by default, and observes", () => {
    const expected = rendered("observing").filter(({ kind }) => kind !== "Namespace");
    expect(named(charted(PROGRAM))).toEqual(named(expected));
  });

  it.each([[[]], [["--set", "acting.enabled=true"]]])("passes helm lint --strict %j", (words) => {
    const { status, stdout, stderr } = helm(PROGRAM, "lint", "--strict", ...words);
    expect(stderr + stdout).toContain("1 chart(s) linted, 0 chart(s) failed");
    expect(status).toBe(0);
  });

  it.each([
    ["image.digest=sha256:" + "0".repeat(64), "DaemonSet", `"image":"plimsoll@sha256:000`],
    ["image.repository=registry.example/p", "DaemonSet", `"image":"registry.example/p:${version}"`],
    ["image.pullPolicy=Always", "DaemonSet", '"imagePullPolicy":"Always"'],
    ["tokenSecret=other", "DaemonSet", '"secretName":"other"'],
    ["extraArgs={--dry-run}", "DaemonSet", '"--dry-run"'],
    ["resources.limits.memory=1Gi", "DaemonSet", '"memory":"1Gi"'],
    ["networkPolicy.apiServerPorts={8443}", "NetworkPolicy", '{"port":8443,"protocol":"TCP"}'],
    ["networkPolicy.monitoringNamespace=m", "NetworkPolicy", '"kubernetes.io/metadata.name":"m"'],
    ["acting.enabled=true,acting.before=5%", "DaemonSet", '"--act-before=5%"'],
    ["priorityClass.name=mine", "PriorityClass", '"name":"mine"'],
  ])("takes %s", (value, kind, text) => {
    expect(textOf(charted(PROGRAM, value), kind)).toContain(text);
  });

  it.each(["image.repositry=x", "acting.enabled=maybe", "priorityClass.value=2000000000"])(
    "refuses %s, which is misspelt or not possible",
    (value) => {
      const { status, stderr } = helm(PROGRAM, "template", "--set", value);
      expect(stderr).toContain("values don't meet the specifications of the schema");
      expect(status).not.toBe(0);
    },
  );
});

it("has the version of the program that it runs", () => {
  const chart = parse(readFileSync(CHART, "utf8"));
  expect([chart.version, chart.appVersion]).toEqual([version, version]);
});
