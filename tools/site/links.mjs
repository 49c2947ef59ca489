/** Follows every link of the pages that were written. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { ELSEWHERE } from "./documents.mjs";

/** Sentences about links and pictures that lead nowhere. */
export function brokenLinks(site, pages) {
  const anchors = new Map();
  const anchorsOf = (path) => {
    const known = anchors.get(path);
    if (known !== undefined) return known;
    const ids = readFileSync(join(site, path), "utf8").matchAll(/ id="([^"]+)"/g);
    anchors.set(path, new Set([...ids].map(([, id]) => id)));
    return anchors.get(path);
  };
  return pages.flatMap((path) => {
    const text = readFileSync(join(site, path), "utf8");
    const links = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => link);
    const pictures = [...text.matchAll(/"og:image" content="([^"]+)"/g)].map(([, link]) => link);
    return [...links, ...pictures]
      .filter((link) => {
        if (ELSEWHERE.test(link)) return false;
        const [file, anchor] = link.split("#");
        const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file));
        if (!existsSync(join(site, target))) return true;
        return anchor !== undefined && target.endsWith(".html") && !anchorsOf(target).has(anchor);
      })
      .map((link) => `${path} leads to ${link}, which is not there.`);
  });
}
