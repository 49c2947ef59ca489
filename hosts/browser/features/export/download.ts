import { copyText } from "../../controls/clipboard.ts";
import { downloadedInstead } from "../../controls/words.ts";
/** Hands a file to the browser's downloads. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file when the click ends; Firefox reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MILLISECONDS);
}

const RELEASE_MILLISECONDS = 60_000;

/** Copies a text; where the browser lets a page copy nothing, it is downloaded. What was done. */
export async function copyOrDownload(text: string, what: string, name: string): Promise<string> {
  if (await copyText(text)) return `${what} copied.`;
  download(new Blob([text], { type: "text/plain" }), name);
  return downloadedInstead(name);
}
