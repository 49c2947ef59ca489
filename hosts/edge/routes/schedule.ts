import { createRoute } from "@hono/zod-openapi";
import type {
  SchedulerEngine,
  SchedulerSummary,
} from "../../../analysis/engine/schedulerEngine.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/error.ts";
import { formatKinds, noCluster } from "../../../analysis/read/objects/objectNotes.ts";
import { schedulerConfiguration } from "../../../analysis/read/objects/schedulerConfiguration.ts";
import { type Detail, SchedulerAction } from "../../../assembly/abi.ts";
import type { SharedCluster, Turn } from "../engines.ts";
import { type Envelope, envelopeOf, largeConfiguration, textIn } from "../envelope.ts";
import { answerOf } from "../guard/answer.ts";
import { bodyOf } from "../guard/body.ts";
import type { Work } from "../guard/work.ts";
import type { Limits } from "../limits.ts";
import { body, JSON_TYPE, responses } from "../openapi.ts";
import { Problem, TooManyRequests } from "../problem.ts";
import { jsonReply } from "../reply.ts";
import type { EdgeApp, Service } from "../service.ts";
import { detailOf, detailQuery } from "./evaluate.ts";

const route = createRoute({
  method: "post",
  path: "/v1/schedule",
  operationId: "schedule",
  summary: "Where kube-scheduler places a pod, or every pending pod, and why",
  request: {
    query: detailQuery,
    body: body("Objects of a cluster, the pod that is asked about, and the scheduler.", {
      [JSON_TYPE]: "ScheduleRequest",
      "multipart/form-data": "ScheduleForm",
    }),
  },
  responses: responses({ description: "The decision", schema: "Schedule" }, 413, 415, 422),
});

/** The scheduler's module, in addition to what every route can use. */
export function addSchedule(app: EdgeApp, service: Service, clusters: SharedCluster): void {
  const { engines, limits } = service;
  app.openapi(route, async (context) => {
    const { req, var: variables } = context;
    const { tenant, work } = variables;
    const type = req.header("content-type") ?? JSON_TYPE;
    const detail = detailOf(req.valid("query").detail);
    const bytes = await bodyOf(req.raw, limits.bodyBytesMax, work);
    const inTurn: Turn = (turn) => engines.use(tenant, turn);
    const envelope = await envelopeOf(bytes, type, inTurn, EXAMPLE);
    const objects = objectsIn(envelope);
    const configuration = configurationIn(envelope, limits.configurationBytesMax, work);
    const decisions = clusters.use((engine) => {
      engine.configure(configuration);
      engine.objects(objects);
      return decisionsOf(engine, envelope.get("pod") ?? null, { detail, limits, work });
    });
    const text = `{"plimsoll":"schedule/1","decisions":[${decisions.join(",")}]}`;
    return answerOf(jsonReply(text), work);
  });
}

const EXAMPLE = '{"objects":{"kind":"List","items":[…]}}';
const MEMBERS = ["objects", "pod", "configuration", "kubernetesVersion"];
const NAME_SHOWN = 40;

/** Refuses unknown members: with a misspelled `pod`, the answer would cover all pods. */
function objectsIn(envelope: Envelope): Uint8Array {
  for (const name of envelope.keys()) {
    if (MEMBERS.includes(name)) continue;
    const shown = JSON.stringify(name.slice(0, NAME_SHOWN));
    const known = MEMBERS.join(", ");
    throw new Problem("bad-request", `The body has the member ${shown}; give only ${known}.`);
  }
  const objects = envelope.get("objects");
  if (objects !== undefined) return objects;
  throw new Problem("bad-request", `The body has no objects; send ${EXAMPLE}.`);
}

/** A KubeSchedulerConfiguration as an object, or in the form of its file as a text. */
function configurationIn(envelope: Envelope, bytesMax: number, work: Work): string {
  const given = envelope.get("configuration");
  const version = textIn(envelope, "kubernetesVersion");
  const options = version === null ? {} : { kubernetesVersion: version };
  if (given === undefined) return schedulerConfiguration(null, options);
  // A line break of a text is two bytes of the body.
  if (given.length > 2 * bytesMax) throw largeConfiguration(bytesMax);
  const isText = given[0] === 0x22;
  const text = isText ? (textIn(envelope, "configuration") ?? "") : new TextDecoder().decode(given);
  if (text.length > bytesMax) throw largeConfiguration(bytesMax);
  work.charge("configurationMebibyte", text.length);
  try {
    return schedulerConfiguration({ name: "configuration", text }, options);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const document = "KubeSchedulerConfiguration";
    throw new Problem("refused-document", error.message, { document });
  }
}

interface Bounds {
  readonly detail: Detail;
  readonly limits: Limits;
  readonly work: Work;
}

/** As the module writes them: of one pod, or of every pending one in the order of the queue. */
function decisionsOf(
  engine: SchedulerEngine,
  pod: Uint8Array | null,
  { detail, limits, work }: Bounds,
): readonly string[] {
  const { decisionsMax, decisionsBytesMax } = limits;
  const { objects, passedOver, pending } = engine.summary().parse();
  refuseNothing(objects, passedOver);
  if (pod === null && pending > decisionsMax) {
    throw new Problem(
      "too-large",
      `${pending} pods are pending and ${decisionsMax} are decided on in one request; ` +
        "name one as pod, or send fewer.",
    );
  }
  const decisions: string[] = [];
  let bytes = 0;
  for (;;) {
    const began = work.clock;
    const action = engine.schedule(pod);
    if (action === SchedulerAction.Done) return decisions;
    const answer = engine.report(detail);
    decisions.push(answer.text);
    const isRefused = action === SchedulerAction.Unschedulable;
    chargeDecision(work, began, objects, isRefused && TRIED.test(answer.text));
    if (pod !== null) return decisions;
    bytes += answer.bytes.length;
    if (bytes > decisionsBytesMax) throw largeAnswer(decisions.length, limits);
    if (work.isSpent) {
      throw new TooManyRequests(
        "This tenant has used up the processor time it is given; ask about one pod at a time.",
      );
    }
    if (isRefused || action === SchedulerAction.Scheduled) engine.assume();
  }
}

/** Refuses objects without any object of a cluster: the client meant something else. */
function refuseNothing(
  objects: SchedulerSummary["objects"],
  passedOver: SchedulerSummary["passedOver"],
): void {
  if (Object.keys(objects).length > 0 || passedOver.length === 0) return;
  const { message } = noCluster(formatKinds(passedOver), `send ${EXAMPLE}`);
  throw new Problem("refused-document", message, { document: "objects" });
}

/** Nodes were tried without their pods, and not only found to be hopeless. */
const TRIED = /"nominatedNode":|No preemption victims found/;

/** Terms that match many pods cost more than nodes and pods suggest: the clock decides. */
function chargeDecision(
  work: Work,
  began: number,
  { Node: nodes = 0, Pod: pods = 0 }: Readonly<Record<string, number>>,
  hasTriedPreemption: boolean,
): void {
  let estimate = work.charge("triedNode", nodes);
  if (hasTriedPreemption) estimate += work.charge("preemptedPod", pods);
  work.chargeBeyond(estimate, began);
}

function largeAnswer(count: number, { decisionsBytesMax }: Limits): Problem {
  return new Problem(
    "too-large",
    `The answer is larger than ${decisionsBytesMax} bytes after ${count} pods; ` +
      "ask with less detail, name one as pod, or send fewer.",
  );
}
