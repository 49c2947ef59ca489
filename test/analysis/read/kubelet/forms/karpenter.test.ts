import { describe, expect, it } from "vitest";
import { readOne, sentences } from "./reading.ts";

describe("an AKSNodeClass", () => {
  it("has the one threshold that Karpenter sets", () => {
    const loaded = readOne(
      "apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: {name: a}\n" +
        "spec: {kubelet: {podPidsLimit: 10}}\n",
    );
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "750Mi" },
      podPidsLimit: 10,
    });
    expect(sentences(loaded)).toContain("neither is known here");
  });
});
