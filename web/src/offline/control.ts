/** Until the service worker answers for this page: it hands out the files that are kept. */
export async function controlled(container: ServiceWorkerContainer = navigator.serviceWorker): Promise<void> {
  const registration = await container.ready;
  if (container.controller) return;
  // After a forced reload the page is on its own until the service worker is asked to take it.
  await new Promise<void>((done) => {
    container.addEventListener("controllerchange", () => done(), { once: true });
    registration.active?.postMessage("claim");
  });
}
