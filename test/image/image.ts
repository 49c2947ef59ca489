/**
 * Builds the image of hosts/daemon/deploy/Containerfile and starts it as the DaemonSet does. No
 * image registry is needed: the base is this machine's Debian release, from its packages, and its
 * Node.
 *
 *     npm run suite -- image
 *
 * Where it cannot be built, one line says why; under CI=true that is a failure.
 */
import { buildImage } from "./build.ts";
import { toolsMissing } from "./podman.ts";
import { whatIsWrong } from "./started.ts";

async function main(): Promise<number> {
  const reason = toolsMissing();
  if (reason !== null) {
    console.log(`image: skipped, ${reason}`);
    return process.env.CI === "true" ? 1 : 0;
  }
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  const image = buildImage();
  console.log(`image: built in ${seconds()}`);
  const wrong = await whatIsWrong(image);
  for (const sentence of wrong) console.error(`image: ${sentence}`);
  if (wrong.length > 0) return 1;
  console.log(`image: starts without privileges, observes, and ends as documented; ${seconds()}`);
  return 0;
}

process.exitCode = await main();
