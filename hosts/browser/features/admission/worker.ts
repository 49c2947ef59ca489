import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import {
  type AskedAbout,
  admissionSubject,
  comingPod,
  nodeOfText,
} from "../../../../analysis/questions/admit/askedAdmission.ts";
import { nodeAdmission } from "../../../../analysis/questions/admit/nodeAdmission.ts";
import { nodeMemoryQos } from "../../../../analysis/questions/explain/nodeMemoryQos.ts";
import { isOfLog } from "../../../../analysis/read/journal/logged.ts";
import { ConfigurationError } from "../../../../analysis/read/kubelet/configuration.ts";
import { ObjectsError } from "../../../../analysis/read/objects/objectsError.ts";
import type { RefusedAdmission } from "../../session/protocol.ts";
import type { AskedAdmission } from "../../session/scenario.ts";
import type { Handlers } from "../../worker/handlers.ts";
import { MANIFEST } from "./words.ts";

/** What the manifests go by in sentences about them. */
const NAMES = { pod: MANIFEST, node: "the Node" } as const;

/** The pods that admission would preempt at a step, for the pod that the user asks about. */
export const HANDLERS: Handlers<"admission"> = {
  admission: async (session, { module, position, asked }, reply) => {
    const engine = session.keep(AdmissionEngine, () => new AdmissionEngine(module));
    const analyzed = await session.analyzed();
    const { header } = session.inForce;
    const node = header?.node;
    const read = readAsked(asked, node === undefined ? undefined : String(node));
    if ("sentence" in read) return reply({ kind: "admissionRefused", refused: read });
    const { about, notes } = read;
    // Of a log no pods are known, or none of their requests.
    const ranked = isOfLog(header) ? null : await session.rankedScene(analyzed, position);
    if (ranked === null) {
      return reply({ kind: "admission", admission: null, memoryQos: null, notes });
    }
    const { run, json } = analyzed;
    const of = { node, kubelet: run.policy.kubeletVersion, configuration: json };
    const subject = admissionSubject(of, about);
    const { decision, scene } = ranked;
    const admission = nodeAdmission(subject, decision, scene.pods, engine);
    const memoryQos = nodeMemoryQos(subject, decision, scene.pods, engine);
    reply({ kind: "admission", admission, memoryQos, notes });
  },
};

interface ReadAsked {
  readonly about: AskedAbout;
  readonly notes: readonly string[];
}

function readAsked({ pod, node }: AskedAdmission, name?: string): ReadAsked | RefusedAdmission {
  let field: RefusedAdmission["field"] = "pod";
  try {
    const coming = pod === undefined ? null : comingPod({ name: NAMES.pod, text: pod });
    field = "node";
    const nodeObject =
      node === undefined ? undefined : nodeOfText({ name: NAMES.node, text: node }, name);
    const notes = [coming?.note ?? null, coming?.warning ?? null];
    return {
      about: { pod: coming?.pod, nodeObject },
      notes: notes.filter((note) => note !== null),
    };
  } catch (error) {
    const isOfText = error instanceof ObjectsError || error instanceof ConfigurationError;
    if (!isOfText) throw error;
    return { field, sentence: error.message };
  }
}
