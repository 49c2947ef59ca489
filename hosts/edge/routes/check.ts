import { createRoute, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { checkConfiguration } from "../../shared/check.ts";
import { ConfigurationError } from "../../shared/configuration/error.ts";
import { readConfiguration, toModuleConfiguration } from "../../shared/configuration.ts";
import type { EdgeApp, Service } from "../edge.ts";
import { bodyOf } from "../guard/body.ts";
import { body, JSON_TYPE, responses } from "../openapi.ts";
import { Problem } from "../problem.ts";
import { tooMuch } from "./evaluate.ts";

/** Which release and profile judge; the defaults are those of the engine. */
const query = z.object({
  kubeletVersion: z.string().max(20).optional(),
  profile: z.enum(["kubelet", "proposal-2016"]).optional(),
});

const route = createRoute({
  method: "post",
  path: "/v1/check",
  operationId: "check",
  summary: "Every error a kubelet would stop on, and the traps it would not mention",
  request: {
    query,
    body: body("A kubelet configuration in any form.", {
      "application/yaml": "Configuration",
      [JSON_TYPE]: "Document",
      "text/plain": "Configuration",
    }),
  },
  responses: responses({ description: "What was found", schema: "Check" }, 413, 415, 422),
});

const NAME = "configuration";

export function addCheck(app: EdgeApp, { engines, limits }: Service): void {
  const { configurationBytesMax: bytesMax } = limits;
  app.use(route.path, bodyLimit({ maxSize: bytesMax, onError: () => tooMuch(bytesMax) }));
  app.openapi(route, async (context) => {
    const bytes = await bodyOf(context.req.raw, bytesMax);
    const source = { name: NAME, text: new TextDecoder().decode(bytes) };
    const { kubeletVersion, profile } = context.req.valid("query");
    const options = {
      ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
      ...(profile === undefined ? {} : { profile }),
    };
    const loaded = load(source);
    const json = toModuleConfiguration(loaded, options);
    const notes = loaded.notes.map(({ sentence }) => sentence);
    const checked = engines.use((engine) =>
      checkConfiguration(engine, { name: NAME, source, json, notes }),
    );
    return Response.json({ plimsoll: "check/1", configurations: [checked] });
  });
}

function load(source: { readonly name: string; readonly text: string }) {
  try {
    return readConfiguration(source);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new Problem("refused-document", error.message, { document: "KubeletConfiguration" });
  }
}
