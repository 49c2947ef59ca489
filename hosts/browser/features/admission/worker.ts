import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import {
  type AskedAbout,
  admissionSubject,
  comingPod,
  nodeOfText,
} from "../../../../analysis/questions/admit/askedAdmission.ts";
import {
  type NodeAdmission,
  nodeAdmission,
} from "../../../../analysis/questions/admit/nodeAdmission.ts";
import { isOfLog } from "../../../../analysis/read/journal/logged.ts";
import { ConfigurationError } from "../../../../analysis/read/kubelet/configuration.ts";
import { ObjectsError } from "../../../../analysis/read/objects/objectsError.ts";
import type { Answer, RefusedAdmission } from "../../session/protocol.ts";
import type { AskedAdmission } from "../../session/scenario.ts";
import type { Turns } from "../../session/turns.ts";
import type { Handlers } from "../../worker/handlers.ts";
import { type AnalyzedRun, rankedScene } from "../../worker/scene.ts";

/** What the manifests go by in sentences about them. */
const NAMES = { pod: "the pod that comes", node: "the Node" } as const;

export const HANDLERS: Handlers<"admission"> = {
  admission: async (session, { module, position, asked }, reply) => {
    const runAdmission = session.keep(RunAdmission, () => new RunAdmission(module));
    const { analyzed, turns } = await session.analyzed();
    reply(await runAdmission.answer(analyzed, position, asked, turns));
  },
};

/** The kubelet's admission beside a run of its eviction manager. */
export class RunAdmission {
  readonly #engine: AdmissionEngine;

  constructor(module: WebAssembly.Module) {
    this.#engine = new AdmissionEngine(module);
  }

  /** Whom it would take at a step, were the pod to come that is asked about. */
  async answer(
    analyzed: AnalyzedRun,
    position: number,
    asked: AskedAdmission,
    turns: Turns,
  ): Promise<Answer> {
    const { node } = analyzed.capture.header ?? {};
    const read = readAsked(asked, node === undefined ? undefined : String(node));
    if ("sentence" in read) return { kind: "admissionRefused", refused: read };
    const admission = await this.#view(analyzed, position, read.about, turns);
    return { kind: "admission", admission, notes: read.notes };
  }

  /** Null where no pods are known, or none of their requests. */
  async #view(
    { run, json, capture }: AnalyzedRun,
    position: number,
    about: AskedAbout,
    turns: Turns,
  ): Promise<NodeAdmission | null> {
    if (isOfLog(capture.header)) return null;
    const ranked = await rankedScene({ run, capture }, position, turns);
    if (ranked === null) return null;
    const subject = admissionSubject(
      {
        node: capture.header?.node,
        kubelet: run.policy.kubeletVersion,
        configuration: json,
      },
      about,
    );
    return nodeAdmission(subject, ranked.decision, ranked.scene.pods, this.#engine);
  }
}

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
