/** The pod that a description is about, where the lines with its name are not in it. */

/** Null for the parts that are not known. */
interface Described {
  readonly namespace: string | null;
  readonly name: string | null;
  readonly node: string | null;
}

const TEXT_LENGTH_MAX = 2 ** 20;
const NAME = "[a-z0-9][a-z0-9.-]{0,252}";
/** `kubectl describe pod cart-1 -n shop`, as a terminal shows it above the answer. */
const COMMAND = new RegExp(podCommand("describe"), "g");
const NAMESPACE = new RegExp(`(?<=^|\\s)(?:-n|--namespace)(?:=|\\s+)?(${NAME})`);
const GET = /\b(?:kubectl|oc|k)\s+[^\n|`*]{0,200}?\bget\s[^\n|`*]{0,300}/;
const PRINT = new RegExp(podCommand("get"));
const OUTPUT = /\s(?:-o|--output)(?:=|\s*)(?:json|yaml)\b/;
/** The event of the scheduler, which has all three names. */
const ASSIGNED = new RegExp(`Successfully assigned (${NAME})/(${NAME}) to (${NAME})`, "g");
/** The kubelet's words about a container that it restarts, in a status or an event. */
const BACK_OFF = new RegExp(
  String.raw`restarting failed container=\S{1,63}\s+pod=(${NAME})_([a-z0-9-]{1,63})\(`,
  "g",
);
/** The heading of the events of a description. */
const EVENTS = /^Events:\s*$/gm;

/** A command about pods: the words before its verb, and those after the kind. */
function podCommand(verb: string): string {
  const words = "[^\\n|`*]";
  return (
    String.raw`\b(?:kubectl|oc|k)\s+(${words}{0,200}?)\b${verb}\s+po(?:ds?)?` +
    String.raw`(?:\/|\s)(${words}{1,300})`
  );
}

/** Null unless one pod, and no other, is named. */
export function describedPod(whole: string): Described | null {
  const text = whole.slice(0, TEXT_LENGTH_MAX);
  const asked = [...text.matchAll(COMMAND)].map(([, before = "", after = ""]) => {
    return commandPod(before, after);
  });
  const isOne = [...text.matchAll(EVENTS)].length === 1;
  const assigned = isOne ? [...text.matchAll(ASSIGNED)] : [];
  const placed = assigned.map(([, namespace = null, name = null, node = null]) => {
    return { namespace, name, node };
  });
  const restarted = [...text.matchAll(BACK_OFF)].map(([, name = null, namespace = null]) => {
    return { namespace, name, node: null };
  });
  const [first, ...others] = [...placed, ...restarted, ...asked.filter((each) => each !== null)];
  if (first === undefined || others.some(({ name }) => name !== first.name)) return null;
  const namespace = [first, ...others].find((each) => each.namespace !== null)?.namespace ?? null;
  return { ...first, namespace };
}

/** The namespace of a command that lists objects, null where it names none; else undefined. */
export function listedNamespace(line: string): string | null | undefined {
  const [command] = GET.exec(line) ?? [];
  return command === undefined ? undefined : (NAMESPACE.exec(command)?.[1] ?? null);
}

/** The pod of a command that prints one as JSON or YAML; null for another line. */
export function printedPod(line: string): Pick<Described, "namespace" | "name"> | null {
  const [, before = "", after = ""] = PRINT.exec(line) ?? [];
  const words = [before, after].map((part) => ` ${part}`);
  if (!words.some((part) => OUTPUT.test(part))) return null;
  const [earlier = "", later = ""] = words.map((part) => part.replace(OUTPUT, " "));
  const found = commandPod(earlier, later);
  return found === null ? null : { namespace: found.namespace, name: found.name };
}

function commandPod(before: string, after: string): Described | null {
  const words = after.replace(new RegExp(NAMESPACE, "g"), " ").trim().split(/\s+/);
  const [name, ...others] = words.filter((word) => !word.startsWith("-"));
  if (name === undefined || others.length > 0 || !new RegExp(`^${NAME}$`).test(name)) return null;
  const [, namespace = null] = NAMESPACE.exec(`${before} ${after}`) ?? [];
  return { namespace, name, node: null };
}
