/** What the page says of links, files and frames. */
import { formatCount } from "../../../../analysis/text/amount.ts";
import type { Scenario } from "../../session/scenario.ts";

export const TITLE = "Share what is on show";
export const ASK_FIRST = "Ask first which pod is evicted";
export const ASKED_FIRST =
  "For teachers: decision and ranking are hidden until the reader has picked a pod. They " +
  "are still in the link, for anyone who decodes it.";
export const LEADS_HERE =
  "It leads to this machine; elsewhere, paste it into any playground to open it there.";
export const DOWNLOAD = "Download as a file";
export const SHARED_CAPTURE = "a shared capture";
export const NO_PSEUDONYMS =
  "Over plain HTTP, browsers cannot make pseudonyms; load the page over HTTPS or from this " +
  "machine, or share the names as they are.";
/** What to do about a link that is cut off. */
export const COPY_WHOLE = "copy all of it from where it was made";
export const SUPERSEDED = "A newer request replaced this one.";

export const EMBED = "Embed it in a page";
export const EMBED_CODE = "Code to embed it";
export const FRAMING_UNKNOWN =
  "The server does not say whether another page may show this one in a frame.";
export const NO_FRAMING =
  "No code to embed it: the server of this page lets no other page show it " +
  "(frame-ancestors 'none'). Where it is served as plain files, there is one.";

/** What goes into a link or a file. */
export function contentText({ example, comparedWith }: Scenario): string {
  const what = example === undefined ? "The capture" : "The example's name";
  return (
    `${what}, ${configurationsText(comparedWith)}, changed pods and the step, in a link, or in a ` +
    "file if a link would be too long. Nothing is sent anywhere: everyone who has the link or " +
    "the file can read all of it."
  );
}

/** What becomes of names. */
export function namesText(isAnonymous: boolean, { admission, comparedWith }: Scenario): string {
  if (!isAnonymous) {
    return (
      `Names stay as they are, and so does the text of ${configurationsText(comparedWith)}; of ` +
      "the capture, only what the policy reads is kept."
    );
  }
  const unasked = admission === undefined ? "" : ", and no manifest that admission is asked about";
  return (
    "Names and uids of nodes, namespaces, pods, containers and volumes become pseudonyms, and of " +
    `the rest only what the policy reads is kept: no comments, labels or images${unasked}.`
  );
}

function configurationsText(comparedWith: Scenario["comparedWith"]): string {
  return comparedWith === undefined ? "the configuration" : "both configurations";
}

/** Why there is no link; its length is null where even that is not known. */
export function tooLongText(length: number | null, most: number): string {
  const why =
    length === null
      ? "The capture is too long for a link"
      : `A link would be ${formatCount(length)} characters long`;
  return (
    `${why}, and some programs cut links longer than ${formatCount(most)}. ` +
    "Share the file: a page on which it is dropped shows the same."
  );
}

export function fileText(size: string): string {
  return `(${size}, also for plimsoll replay)`;
}

export function framesText(origins: string): string {
  return `The server lets these pages show it, and no others: ${origins}`;
}

export function unknownExampleText(name: string): string {
  return `This page does not have the example ${name}, which the link names; ask for the file.`;
}
