import { effect } from "@preact/signals";
import { render } from "preact";
import type { Begun } from "./begun.ts";
import { WorkerClient } from "./client.ts";
import { keepForOffline } from "./offline/offline.ts";
import { examples, openAddress } from "./state/examples.ts";
import { Playground } from "./state/playground.ts";
import { App } from "./view/app.tsx";

/** The page, and what its address names; else the first example. */
export async function show({ worker, first }: Begun): Promise<void> {
  const playground = new Playground(new WorkerClient(worker));
  const page = document.getElementById("page");
  if (page !== null) render(<App playground={playground} />, page);
  const address = new URL(document.location.href).searchParams.get("open");
  const isUntouched = playground.requested();
  const isFound = await playground.address.arrive();
  if (!isFound && (address === "live" || (address === null && playground.live.isOffered))) {
    playground.live.start();
  } else if (!isFound && address !== null) await openAddress(address, playground);
  else if (!isFound) await examples.openFirst(playground, await first, isUntouched);
  // After the first decision, and not where a daemon shows its node: without it there is nothing.
  let isKept = playground.live.isOffered;
  effect(() => {
    if (isKept || playground.decided.value === null) return;
    isKept = true;
    void keepForOffline(document.location);
  });
  addEventListener("hashchange", () => void playground.address.arrive());
}
