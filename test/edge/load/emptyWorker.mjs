/** The least a worker can do: take the body and answer. What it costs is the platform's. */
const worker = {
  async fetch(request) {
    await request.arrayBuffer();
    return new Response('{"action":"None"}', { headers: { "content-type": "application/json" } });
  },
};

// The platform looks for the handler under this name.
export { worker as default };
