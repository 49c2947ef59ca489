/** What the page says of copies and pictures. */

export const COPY_RANKING = "Copy the ranking as";
export const SAVE_TIMELINE = "Save a picture of the timeline as";
export const NO_PICTURE = "The browser cannot draw a picture of this size; narrow the window.";

export function notRecordingText(changed: string): string {
  return `Not the recording: ${changed}`;
}
