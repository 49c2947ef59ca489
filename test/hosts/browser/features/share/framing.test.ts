import { describe, expect, it } from "vitest";
import { embedCode, framingOf } from "../../../../../hosts/browser/features/share/framing.ts";

describe("whether another page may show this one in a frame", () => {
  it.each([
    [{}, "any"],
    [{ "content-security-policy": "default-src 'none'" }, "any"],
    [{ "content-security-policy": "default-src 'none'; frame-ancestors 'none'" }, "none"],
    [{ "content-security-policy": "frame-ancestors *" }, "any"],
    [
      { "content-security-policy": "frame-ancestors 'self' https://wiki.example; img-src *" },
      { only: "'self' https://wiki.example" },
    ],
    [{ "x-frame-options": "deny" }, "none"],
    [{ "x-frame-options": "SAMEORIGIN" }, { only: "'self'" }],
    [{ "x-frame-options": "DENY", "content-security-policy": "frame-ancestors *" }, "any"],
  ])("is as the headers %j say: %j", (headers, framing) => {
    expect(framingOf(new Headers(headers as Record<string, string>))).toEqual(framing);
  });

  it("is code in which no name ends an attribute", () => {
    const code = embedCode("https://a.example/?b=1&c#1=x", 'the "node" <worker>');
    expect(code).toContain('src="https://a.example/?b=1&amp;c#1=x"');
    expect(code).toContain('title="the &quot;node&quot; &lt;worker&gt;"');
  });
});
