import { describe, expect, it } from "vitest";
import { readAll } from "./forms/reading.ts";

describe("the release that a document names", () => {
  const KUBELET = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
  const cluster = (version: string) =>
    "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\n" +
    `kubernetesVersion: ${version}\n`;

  it.each([
    [
      "kops",
      "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec: {kubernetesVersion: 1.28.4}\n",
      "1.28",
    ],
    ["kubeadm", `${cluster("v1.28.0")}---\n${KUBELET}`, "1.28"],
    ["none", KUBELET, undefined],
    ["several", `${cluster("v1.28.0")}---\n${cluster("v1.29.0")}---\n${KUBELET}`, undefined],
    ["no release", `${cluster("stable-1")}---\n${KUBELET}`, undefined],
  ])("is kept, where it is one: %s", (_, text, release) => {
    expect(readAll(text)[0]?.release).toBe(release);
  });
});
