/**
 * From here on, systems choose ports for programs that name none: nothing is found there a second
 * time, and what a browser kept of it would stay for nothing.
 */
const PASSING_PORT = 32_768;

/** From the next visit on, the page is there without a network, unless the browser refuses. */
export async function keepForOffline({ port, hostname }: Location): Promise<void> {
  const isPassing = Number(port) >= PASSING_PORT && LOOPBACK.test(hostname);
  if (isPassing || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("service.js").catch(() => {});
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
