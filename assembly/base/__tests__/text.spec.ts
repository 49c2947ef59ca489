import {
  compareText,
  copyText,
  equalAscii,
  equalText,
  isDigit,
  writeAscii,
  writeHexadecimal,
  writeInteger,
  writePadded,
  writeUnsigned,
} from "../text.ts";

const AT: usize = 0x100;

function written(end: usize): string {
  return String.UTF8.decodeUnsafe(AT, end - AT);
}

describe("text", () => {
  it("is written from literals, bytes and numbers", () => {
    expect(written(writeAscii(AT, "memory.available"))).toBe("memory.available");
    expect(written(writeAscii(AT, ""))).toBe("");
    expect(written(writeInteger(AT, i64.MIN_VALUE))).toBe("-9223372036854775808");
    expect(written(writeInteger(AT, 0))).toBe("0");
    expect(written(writeUnsigned(AT, u64.MAX_VALUE))).toBe("18446744073709551615");
    expect(written(writeUnsigned(AT, 10))).toBe("10");
    expect(written(writePadded(AT, 7, 3))).toBe("007");
    expect(written(writeHexadecimal(AT, 0xbeef, 6))).toBe("00beef");
  });

  it("is copied between ranges that overlap", () => {
    const end = writeAscii(AT, "abcdef");
    expect(written(copyText(AT + 2, AT, i32(end - AT)))).toBe("ababcdef");
  });

  it("is ordered by its bytes, and a prefix comes first", () => {
    writeAscii(AT, "abcabd");
    store<u8>(AT + 8, 0xff);
    expect(compareText(AT, 3, AT + 3, 3)).toBeLessThan(0);
    expect(compareText(AT, 2, AT, 3)).toBeLessThan(0);
    expect(compareText(AT + 8, 1, AT, 1)).toBeGreaterThan(0);
    expect(compareText(AT, 2, AT + 3, 2)).toBe(0);
    expect(equalText(AT, 2, AT + 3, 2)).toBe(true);
    expect(equalText(AT, 3, AT + 3, 3)).toBe(false);
    expect(equalText(AT, 2, AT, 3)).toBe(false);
  });

  it("is compared with literals byte by byte", () => {
    writeAscii(AT, "pods");
    expect(equalAscii(AT, 4, "pods")).toBe(true);
    expect(equalAscii(AT, 3, "pods")).toBe(false);
    expect(equalAscii(AT, 4, "podz")).toBe(false);
  });

  it("has ten digits", () => {
    expect(isDigit(0x30) && isDigit(0x39)).toBe(true);
    expect(isDigit(0x2f) || isDigit(0x3a) || isDigit(0) || isDigit(255)).toBe(false);
  });
});
