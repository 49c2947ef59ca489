import { expect, it } from "vitest";
import { quantityValue } from "../../../../../analysis/read/kubelet/validation/quantity.ts";

// Spec 7.4, 7.7: rounded away from zero.
it.each<[string, bigint | undefined]>([
  ["100Mi", 104857600n],
  ["-9Ki", -9216n],
  ["1.5Gi", 1610612736n],
  ["0.3Gi", 322122548n],
  ["322122547200m", 322122548n],
  ["1n", 1n],
  ["-1.5", -2n],
  ["123k", 123000n],
  ["8E", 8_000_000_000_000_000_000n],
  ["8Ei", 9223372036854775808n],
  ["1e3", 1000n],
  ["15e-1", 2n],
  ["1E", 1_000_000_000_000_000_000n],
  ["+5Mi", 5242880n],
  ["5.", 5n],
  [".5", 1n],
  ["0", 0n],
  ["", undefined],
  ["Mi", undefined],
  ["1Kib", undefined],
  ["1K", undefined],
  ["1e2147483648", undefined],
])("the value of %s is %s", (text, value) => {
  expect(quantityValue(text)).toBe(value);
});
