/** Documents that are not a capture, as the worker of the page takes them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GivenDocument } from "../../../../../analysis/read/recognize/given.ts";
import { HANDLERS } from "../../../../../hosts/browser/entries/handlers.ts";
import type {
  Answer,
  OpenRequest,
  Request,
} from "../../../../../hosts/browser/session/protocol.ts";
import { answerRequest } from "../../../../../hosts/browser/worker/handlers.ts";
import { Session } from "../../../../../hosts/browser/worker/session.ts";
import { core, moduleOf } from "../../examples.ts";

const CLUSTER = new URL("../../../../../examples/clusters/eviction-loop/", import.meta.url);

function document(name: string, bytes: Uint8Array | string): GivenDocument {
  const content = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
  return { name, content: new Blob([content]) };
}

const OBJECTS = document("objects.yaml", readFileSync(new URL("objects.yaml", CLUSTER)));
const SCENARIO = document("scenario.yaml", readFileSync(new URL("scenario.yaml", CLUSTER)));
const NODE = document("node.yaml", "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n");
const NOTES = document("notes.txt", "We looked at the node.\n");

async function answersTo(request: Omit<OpenRequest, "kind">): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const hear = (answer: Answer) => void answers.push(answer);
  const session = new Session(core, async (policy) => moduleOf(policy));
  const opening: Request = { kind: "open", ...request };
  await answerRequest(HANDLERS, session, opening, hear);
  return answers;
}

test.each<[string, Omit<OpenRequest, "kind">, readonly GivenDocument[]]>([
  ["together", { documents: [SCENARIO, OBJECTS] }, [OBJECTS]],
  ["on Drain", { documents: [OBJECTS, SCENARIO], purpose: "drain" }, [OBJECTS]],
  ["after an answer about the objects", { documents: [SCENARIO], answered: [OBJECTS] }, [OBJECTS]],
  [
    "after the objects on Cluster",
    { documents: [SCENARIO], answered: [OBJECTS], purpose: "simulate", lacksCapture: true },
    [OBJECTS],
  ],
  [
    "before them, alone on Cluster",
    { documents: [OBJECTS], answered: [SCENARIO], purpose: "simulate", lacksCapture: true },
    [OBJECTS],
  ],
  ["alone: the view says what is missing", { documents: [SCENARIO] }, []],
])("objects are simulated with a scenario that comes %s", async (_, request, objects) => {
  expect(await answersTo(request)).toEqual([
    { kind: "brought", brought: { purpose: "simulate", objects, scenario: SCENARIO }, taken: null },
  ]);
});

test("other objects take the place of those on Cluster", async () => {
  const answers = await answersTo({ documents: [NODE], answered: [OBJECTS], purpose: "simulate" });
  expect(answers).toMatchObject([{ brought: { objects: [NODE], scenario: null } }]);
});

test("a pod that is asked about opens no capture again", async () => {
  const capture = readFileSync(new URL("../../fork-bomb.plimsoll.ndjson.gz", CLUSTER));
  const documents = [OBJECTS, document("mine.gz", capture)];
  const kinds = async (request: Omit<OpenRequest, "kind">) =>
    (await answersTo(request)).map(({ kind }) => kind).filter((kind) => !/^[pr]/.test(kind));
  expect(await kinds({ documents })).toEqual(["answered", "opened"]);
  expect(await kinds({ documents, asked: { pod: "shop/cart-1" } })).toEqual(["answered"]);
});

test("documents that a simulation does not take are named", async () => {
  const [answer] = await answersTo({ documents: [OBJECTS, SCENARIO, NOTES] });
  expect(answer).toMatchObject({
    kind: "brought",
    taken: expect.stringMatching(/^notes\.txt is not recognized/),
  });
});
