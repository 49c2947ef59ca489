import { createRoute, z } from "@hono/zod-openapi";
import { PROFILES } from "../../../analysis/engine/contract/profiles.ts";
import { checkConfiguration } from "../../../analysis/questions/check/check.ts";
import { toModuleConfiguration } from "../../../analysis/read/kubelet/configuration.ts";
import { loadedConfiguration } from "../envelope.ts";
import { answerOf } from "../guard/answer.ts";
import { bodyOf } from "../guard/body.ts";
import { body, JSON_TYPE, responses } from "../openapi.ts";
import { jsonReply } from "../reply.ts";
import type { EdgeApp, Service } from "../service.ts";

/** Which release and profile judge; the defaults are those of the engine. */
const query = z.object({
  kubeletVersion: z.string().max(20).optional(),
  profile: z.enum(PROFILES).optional(),
});

const route = createRoute({
  method: "post",
  path: "/v1/check",
  operationId: "check",
  summary: "Errors that stop a kubelet, and risky settings",
  request: {
    query,
    body: body("A kubelet configuration in any form.", {
      "application/yaml": "Configuration",
      [JSON_TYPE]: "Document",
      "text/plain": "Configuration",
    }),
  },
  responses: responses({ description: "Findings", schema: "Check" }, 413, 415, 422),
});

const NAME = "configuration";

export function addCheck(app: EdgeApp, { engines, limits }: Service): void {
  app.openapi(route, async (context) => {
    const { tenant, work } = context.var;
    const bytes = await bodyOf(context.req.raw, limits.configurationBytesMax, work);
    // Read for its values, for what the kubelet's decoder says, and for its lines.
    work.charge("configurationMebibyte", 3 * bytes.length);
    const source = { name: NAME, text: new TextDecoder().decode(bytes) };
    const { kubeletVersion, profile } = context.req.valid("query");
    const options = {
      ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
      ...(profile === undefined ? {} : { profile }),
    };
    const loaded = loadedConfiguration(source.text, limits.configurationBytesMax, work);
    const json = toModuleConfiguration(loaded, options);
    const notes = loaded.notes.map(({ sentence }) => sentence);
    const checked = engines.use(tenant, (engine) =>
      checkConfiguration(engine, {
        name: NAME,
        source,
        form: loaded.form,
        json,
        notes,
        ...(loaded.unread === undefined ? {} : { unread: loaded.unread }),
      }),
    );
    return answerOf(jsonReply({ plimsoll: "check/1", configurations: [checked] }), work);
  });
}
