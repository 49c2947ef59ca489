import { describe, expect, it } from "vitest";
import { cgroupOf, exporterLabels, hostOf } from "../../../../analysis/read/prometheus/labels.ts";

const UID = "965450cb-a307-418f-9349-5a715e85cdd3";
const SYSTEMD = `pod${UID.replaceAll("-", "_")}.slice`;
const OF_POD = { namespace: "shop", pod: "cart" };

describe("which cgroup a series is of", () => {
  it.each([
    { id: "/", level: "root" },
    { id: "/kubepods", level: "pods" },
    { id: "/kubepods.slice", level: "pods" },
    { id: "/kubelet.slice/kubelet-kubepods.slice", level: "pods" },
    { id: "/kubelet/kubepods", level: "pods" },
    { id: "/kubepods.slice/kubepods-burstable.slice", level: null },
    { id: "/kubepods/besteffort", level: null },
    { id: "/system.slice/kubelet.service", level: null },
    { id: "", level: null },
  ])("$id is $level", ({ id, level }) => {
    expect(cgroupOf({ id })?.level ?? null).toBe(level);
  });

  it.each([
    { title: "systemd", id: `/kubepods.slice/kubepods-besteffort.slice/kubepods-${SYSTEMD}` },
    { title: "kind", id: `/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-${SYSTEMD}` },
    { title: "cgroupfs", id: `/kubepods/burstable/pod${UID}` },
  ])("a pod has the uid in its cgroup's name, with $title", ({ id }) => {
    expect(cgroupOf({ ...OF_POD, id })).toMatchObject({ level: "pod", uid: UID });
    const container = { ...OF_POD, container: "web", id: `${id}/crio-6c40a30aa4f0.scope` };
    expect(cgroupOf(container)).toMatchObject({ level: "container", container: "web", uid: UID });
  });

  it.each([
    { title: "a sandbox of containerd", labels: { name: "5a71", image: "pause:3.9", id: "/x" } },
    { title: "the pause container of Docker", labels: { container: "POD", id: "/x" } },
    { title: "a cgroup inside a pod", labels: { id: `/kubepods/pod${UID}/init` } },
  ])("$title is none that is read", ({ labels }) => {
    expect(cgroupOf({ ...OF_POD, ...labels })).toBeNull();
  });
});

describe("labels", () => {
  it("are the exporter's own where the scrape renamed them", () => {
    const labels = { pod: "kube-state-metrics-0", exported_pod: "cart", uid: "1" };
    expect(exporterLabels(labels)).toMatchObject({ pod: "cart", uid: "1" });
  });

  it.each([
    ["10.0.0.3:10250", "10.0.0.3"],
    ["[fd00::3]:10250", "fd00::3"],
    ["fd00::3", "fd00::3"],
    ["worker-3", "worker-3"],
  ])("%s is at %s", (instance, host) => {
    expect(hostOf(instance)).toBe(host);
  });
});
