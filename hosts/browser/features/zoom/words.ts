/** What the page says of the window of its charts. */

export const WHOLE_RUN = "The whole run, with the window of the charts";
export const BEGINNING = "Beginning of the window";
export const END = "End of the window";
export const ZOOM_OUT = "Zoom out to the whole run";
/** Before the window. */
export const CHARTS_SHOW = "The charts show";
export const BY_FINGERS = "Zoom: pinch the chart";

export function byPointerText(key: string): string {
  return `Zoom: drag in the chart, or ${key}+wheel`;
}

export function zoneTitle(zone: string): string {
  return `Times are in ${zone}`;
}
