import asc from "assemblyscript/asc";

export const STAND_IN_CAPACITY = 1024;

/**
 * A module with the exports of the real one and next to no meaning: a document that begins with `!`
 * is refused, `*` traps, `@` exhausts the stack; `report` writes back the document given last, and
 * `observe` and `reclaimed` answer the action that document names. So a test says in its documents
 * what the engine does.
 */
const SOURCE = `
const INPUT: usize = 65536;
const OUTPUT: usize = 131072;
let version: i32 = 2;
let size: i32 = 0;
let refused: bool = false;
let reports: i32 = 0;
export function abiVersion(): i32 { return VERSION; }
export function inputOffset(): i32 { return INPUT; }
export function inputCapacity(): i32 { return ${STAND_IN_CAPACITY}; }
export function keep(): i32 { return INPUT; }
export function outputOffset(): i32 { return OUTPUT; }
export function outputSize(): i32 { return size; }
function deep(n: i32): i32 { return n == 0 ? 0 : deep(n + 1) + 1; }
function write(text: string): void {
  for (let i = 0; i < text.length; i++) store<u8>(OUTPUT + i, u8(text.charCodeAt(i)));
  size = text.length;
}
function fail(status: i32): i32 {
  refused = true;
  write(status == -11
    ? '{"plimsoll":"error/1","status":-11,"document":"none","reason":"too long"}'
    : status == -2
    ? '{"plimsoll":"error/1","status":-2,"document":"Summary","reason":"too large"}'
    : '{"plimsoll":"error/1","status":-7,"document":"Summary",' +
      '"path":"$.node","offset":9,"reason":"expected an object"}');
  return status;
}
function take(given: i32): i32 {
  refused = false;
  if (given > ${STAND_IN_CAPACITY}) return fail(-2);
  const first = load<u8>(INPUT);
  if (given > 0 && first == 0x21) return fail(-7);
  if (given > 0 && first == 0x2a) unreachable();
  if (given > 0 && first == 0x40) return deep(1);
  memory.copy(OUTPUT, INPUT, given);
  size = given;
  return 0;
}
function action(given: i32): i32 {
  if (given < 0) { write('{"action":"EvictPod","nodeConditions":[],"evictions":[]}'); return 2; }
  const status = take(given);
  return status < 0 ? status : actionOfOutput();
}
function actionOfOutput(): i32 {
  const initial = load<u8>(OUTPUT + 11);
  return initial == 0x52 ? 1 : initial == 0x45 ? 2 : 0;
}
export function configure(given: i32): i32 { return take(given); }
export function pods(given: i32): i32 { return take(given); }
export function podsOfNode(given: i32, nameSize: i32): i32 {
  write('{"otherNodes":[],"named":0,"unscheduled":0}');
  return given - nameSize;
}
export function observe(given: i32, now: i64): i32 {
  if (given == -1) return 0;
  return now < 0 ? fail(-7) : action(given);
}
export function reclaimed(given: i32): i32 {
  return given == -2 ? actionOfOutput() : action(given);
}
export function admit(given: i32): i32 { return take(given) < 0 ? -7 : 1; }
export function explain(given: i32): i32 { return take(given); }
export function restore(given: i32): i32 { return take(given); }
export function thaw(given: i32): i32 { return take(given); }
export function save(): i32 { write("state"); return size; }
export function clear(): i32 { memory.fill(INPUT, 0, 1024); size = 0; return 0; }
export function freeze(part: i32): i32 { write(part == 0 ? "pods" : "summary"); return size; }
export function report(detail: i32): i32 { return detail > 2 ? fail(-11) : size; }
`;

/** Compiles the stand-in; `version` is what its \`abiVersion\` answers. */
export async function standIn(version = 2): Promise<WebAssembly.Module> {
  const { binary, stderr } = await asc.compileString(SOURCE.replace("VERSION", String(version)), {
    runtime: "stub",
    use: ["abort="],
    initialMemory: 4,
    optimizeLevel: 1,
  });
  if (binary === null) throw new Error(`The stand-in does not compile: ${stderr}`);
  return new WebAssembly.Module(binary.slice());
}
