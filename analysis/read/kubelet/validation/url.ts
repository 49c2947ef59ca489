import { type Parsed, quoted } from "./goText.ts";

/** What an unescaped host may contain besides letters, digits and bytes beyond ASCII. */
const HOST = /^[-A-Za-z0-9_.~!$&'()*+,;=:[\]<>"\u0080-\u{10ffff}]*$/u;
const USER = /^[-A-Za-z0-9._:~!$&'()*+,;=%@]*$/;
const PORT = /^(?::\d*)?$/;

/** The scheme of a URL as Go's net/url reads it, or its error. */
export function parseUrl(text: string): Parsed<{ readonly scheme: string }> {
  const hash = text.indexOf("#");
  const url = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  const parsed = parse(url);
  if ("error" in parsed) return { error: `parse ${quoted(url)}: ${parsed.error}` };
  const wrong = escapeError(fragment);
  return wrong === undefined ? parsed : { error: `parse ${quoted(text)}: ${wrong}` };
}

function parse(url: string): Parsed<{ readonly scheme: string }> {
  if ([...url].some((character) => character < " " || character === "\u007f")) {
    return { error: "net/url: invalid control character in URL" };
  }
  if (url.startsWith(":")) return { error: "missing protocol scheme" };
  const found = /^([A-Za-z][-+.A-Za-z0-9]*):/.exec(url)?.[1] ?? "";
  const scheme = found.toLowerCase();
  const rest = (found === "" ? url : url.slice(found.length + 1)).split("?")[0] ?? "";
  if (!rest.startsWith("/")) {
    if (scheme !== "") return { value: { scheme } };
    if (rest.split("/")[0]?.includes(":")) {
      return { error: "first path segment in URL cannot contain colon" };
    }
  }
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || !rest.startsWith("///"));
  const [, authority = "", path = rest] = hasAuthority
    ? (/^\/\/([^/]*)(.*)$/su.exec(rest) ?? [])
    : [];
  const wrong = authorityError(authority) ?? escapeError(path);
  return wrong === undefined ? { value: { scheme } } : { error: wrong };
}

function authorityError(authority: string): string | undefined {
  const at = authority.lastIndexOf("@");
  const host = hostError(authority.slice(at + 1));
  if (host !== undefined || at < 0) return host;
  const user = authority.slice(0, at);
  return USER.test(user) ? escapeError(user) : "net/url: invalid userinfo";
}

function hostError(host: string): string | undefined {
  const bracket = host.startsWith("[");
  const end = bracket ? host.lastIndexOf("]") : host.lastIndexOf(":") - 1;
  if (bracket && end < 0) return "missing ']' in host";
  const port = bracket || end >= -1 ? host.slice(end + 1) : "";
  const hasPort = bracket || host.includes(":");
  if (hasPort && !PORT.test(port)) return `invalid port ${quoted(port)} after host`;
  const wrongEscape = /%(?![89A-Fa-f][0-9A-Fa-f]|25).{0,2}/su.exec(host)?.[0];
  if (wrongEscape !== undefined) return `invalid URL escape ${quoted(wrongEscape)}`;
  const plain = host.replace(/%[0-9A-Fa-f]{2}/g, "");
  if (HOST.test(plain)) return undefined;
  const wrong = [...plain].find((character) => !HOST.test(character)) ?? "";
  return `invalid character ${quoted(wrong)} in host name`;
}

function escapeError(text: string): string | undefined {
  const wrong = /%(?![0-9A-Fa-f]{2}).{0,2}/su.exec(text)?.[0];
  return wrong === undefined ? undefined : `invalid URL escape ${quoted(wrong)}`;
}
