/** Where Chromium is found, and the words every test starts it with. */

/**
 * The shell without a window comes first: the other one draws its own tabs and buttons even where
 * it has no display, and takes three times as long to open a page (700 and 250 ms).
 */
export const CHROMIUM_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** What keeps a browser from calling home, and lets it start where there is no display. */
export const CHROMIUM_WORDS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
