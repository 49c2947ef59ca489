/** Which pages may show this one in a frame: any, none, or those that its server names. */
export type Framing = "any" | "none" | { readonly only: string };

const DIRECTIVE = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i;

/** What the headers of the page's own answer say. */
export function framingOf(headers: Headers): Framing {
  const [, ancestors = ""] = DIRECTIVE.exec(headers.get("content-security-policy") ?? "") ?? [];
  const named = ancestors.trim();
  if (named === "'none'") return "none";
  // Where a policy names ancestors, browsers read past the older header.
  if (named !== "") return named === "*" ? "any" : { only: named };
  const older = headers.get("x-frame-options")?.trim().toUpperCase();
  if (older === "DENY") return "none";
  return older === "SAMEORIGIN" ? { only: "'self'" } : "any";
}

/** Asks this page's own server; null when it does not answer. */
export async function askFraming(): Promise<Framing | null> {
  try {
    const response = await fetch(document.location.pathname, { method: "HEAD" });
    return response.ok ? framingOf(response.headers) : null;
  } catch {
    return null;
  }
}

/** What another page has to hold to show an address. */
export function embedCode(address: string, title: string): string {
  return (
    `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="900" ` +
    'loading="lazy" allow="clipboard-write"></iframe>'
  );
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
