import { expect, it } from "vitest";
import { wrapCommand, wrapped } from "../../../../hosts/cli/help/wrapped.ts";

it("breaks a command so that a shell reads the same words", () => {
  const command = "plimsoll check kubelet.yaml --eviction-hard 'memory.available<5%, x' --all";
  const lines = wrapCommand(command, 44, "  ");
  expect(lines).toEqual([
    "  plimsoll check kubelet.yaml \\",
    "    --eviction-hard \\",
    "    'memory.available<5%, x' --all",
  ]);
  const read = lines.join("\n").replaceAll("\\\n", "").trim().split(/\s+/).join(" ");
  expect(read).toBe(command);
});

it("indents a long word less, so that it fits", () => {
  const kinds = "nodes,pods,namespaces,services,rs,sts,rc,pdb,priorityclasses,runtimeclasses";
  expect(wrapCommand(`kubectl get ${kinds} -o json > dump.json`, 80, "  ")).toEqual([
    "  kubectl get \\",
    `  ${kinds} \\`,
    "    -o json > dump.json",
  ]);
});

it("breaks a command again that is written in several lines", () => {
  const text =
    "Get them:\n  kubectl get nodes,pods,namespaces \\\n    --output json\nand give them.";
  expect(wrapped(text, 30)).toEqual([
    "Get them:",
    "  kubectl get \\",
    "    nodes,pods,namespaces \\",
    "    --output json",
    "and give them.",
  ]);
});

it("puts a comment that does not fit above its command", () => {
  const lines = wrapCommand("plimsoll completion bash      # in ~/.bashrc", 40, "  ");
  expect(lines).toEqual(["  # in ~/.bashrc", "  plimsoll completion bash"]);
});

it("fills lines of prose again, and keeps what is indented", () => {
  const text =
    "One of these,\nor a file with objects:\n  cordon NODE\n  copy NODE COUNT\n\nThe end.";
  expect(wrapped(text, 22)).toEqual([
    "One of these, or a",
    "file with objects:",
    "  cordon NODE",
    "  copy NODE COUNT",
    "",
    "The end.",
  ]);
  expect(wrapped(text, 80)).toEqual(text.split("\n"));
});
