/** How to start npm: the one that runs us, or else the one in the PATH. */
export function npmCommand(words) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith(".js")) return [process.execPath, npm, ...words];
  return [process.platform === "win32" ? "npm.cmd" : "npm", ...words];
}
