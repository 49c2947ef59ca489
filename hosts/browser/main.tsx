import { render } from "preact";
import { WorkerClient } from "./client.ts";
import { examples, openAddress } from "./state/examples.ts";
import { Playground } from "./state/playground.ts";
import { App } from "./view/app.tsx";

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const playground = new Playground(new WorkerClient(worker));
const page = document.getElementById("page");
if (page !== null) render(<App playground={playground} />, page);
const address = new URL(document.location.href).searchParams.get("open");
const { sharing } = playground;
const isUntouched = playground.requested();
await examples.load();
if (sharing.isLink(document.location.hash)) await sharing.openLink(document.location.hash);
else if (address === null) await examples.openFirst(playground, isUntouched);
else if (address === "live") playground.live.start();
else await openAddress(address, playground);
addEventListener("hashchange", () => {
  const { hash } = document.location;
  if (sharing.isLink(hash)) void sharing.openLink(hash);
});
