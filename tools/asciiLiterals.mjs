/**
 * A transform for asc that keeps the core's literals as ASCII. By itself asc makes every string
 * literal an object of its runtime: UTF-16, aligned, behind a header of 20 bytes. Here all of them
 * share one block, and a literal is the address of its first character:
 *
 * ```
 *   ┌──────┬────┬────────┬────┬───┬──
 *   │ node │ FF │ memory │ FF │ … │     every text once, before a byte that no UTF-8 has
 *   └──────┴────┴────────┴────┴───┴──
 *     └ "node"
 * ```
 * A length in front of each would add 400 bytes to the compressed module: a length is not to be
 * foreseen, the end of a word is.
 * `isDefined(ASCII_LITERALS)` selects in the core which of the two it reads:
 * assembly/base/text.ts.
 */
import { DiagnosticCode, LiteralKind, Node, NodeKind } from "assemblyscript";
import { Transform } from "assemblyscript/transform";

const LIBRARY = "~lib/";
const BLOCK_PATH = "~lib/asciiLiterals.ts";
const END = 0xff;
/** What strings of the library offer expects UTF-16; literals offer this instead, and no more. */
const STRING_CLASS = `class String {
  get length(): i32 {
    let at = changetype<usize>(this);
    let ends = load<u64>(at) & 0x8080808080808080;
    while (ends == 0) {
      at += 8;
      ends = load<u64>(at) & 0x8080808080808080;
    }
    return i32(at + usize(ctz(ends) >> 3) - changetype<usize>(this));
  }
}`;
/** Members of a syntax node that hold no expression: its place, and the path of an import. */
const NOT_EXPRESSIONS = new Set(["range", "path"]);

export class AsciiLiterals extends Transform {
  /** Addresses of the texts, counted from the block's first byte. */
  #addresses = new Map();
  #blockBytes = 0;

  afterParse(parser) {
    for (const { normalizedPath, statements } of [...parser.sources]) {
      if (!normalizedPath.startsWith(LIBRARY)) this.#replaceIn(statements);
    }
    parser.parseFile(this.#blockSource(), BLOCK_PATH, false);
    const stringClass = classIn(parser, "~lib/string.ts");
    stringClass.members = classIn(parser, BLOCK_PATH).members;
  }

  /** `owner` is a syntax node or a list of them; its members are replaced in place. */
  #replaceIn(owner) {
    for (const [name, value] of Object.entries(owner)) {
      if (NOT_EXPRESSIONS.has(name) || isOffsetof(value)) continue;
      if (isText(value)) owner[name] = this.#replacementOf(value);
      else if (value instanceof Node || Array.isArray(value)) this.#replaceIn(value);
    }
  }

  #replacementOf(literal) {
    const { range, value: text } = literal;
    const fault = faultOf(literal);
    if (fault !== undefined) {
      this.program.error(DiagnosticCode.User_defined_0, range, fault);
      return literal;
    }
    if (!this.#addresses.has(text)) {
      this.#addresses.set(text, this.#blockBytes);
      this.#blockBytes += text.length + 1;
    }
    return Node.createIdentifierExpression(nameOf(this.#addresses.get(text)), range);
  }

  /** Constants for the compiler to put in place of the identifiers, and the block they point to. */
  #blockSource() {
    const block = Buffer.alloc(this.#blockBytes);
    const constants = [];
    for (const [text, address] of this.#addresses) {
      block.write(text, address, "latin1");
      block[address + text.length] = END;
      const value = `changetype<string>(ASCII_LITERALS + ${address})`;
      constants.push(`@global @lazy @inline const ${nameOf(address)} = ${value};`);
    }
    const bytes = `memory.data<u8>([${block.join()}], 1)`;
    constants.push(`@global @lazy @inline const ASCII_LITERALS: usize = ${bytes};`);
    return [...constants, STRING_CLASS].join("\n");
  }
}

function isText(value) {
  if (value?.kind !== NodeKind.Literal) return false;
  return value.literalKind === LiteralKind.String || value.literalKind === LiteralKind.Template;
}

/** `offsetof<Pod>("flags")` names a field, and has to go on naming it. */
function isOffsetof(value) {
  return value?.kind === NodeKind.Call && value.expression.text === "offsetof";
}

function faultOf({ literalKind, value: text }) {
  if (literalKind === LiteralKind.Template) return "The core has no templates; write a literal.";
  if (/[^\0-\x7f]/.test(text)) return "A literal of the core is ASCII; spell this text in ASCII.";
  return undefined;
}

function nameOf(address) {
  return `ASCII_LITERAL_${address}`;
}

function classIn({ sources }, path) {
  const { statements } = sources.find(({ normalizedPath }) => normalizedPath === path);
  return statements.find((statement) => statement.kind === NodeKind.ClassDeclaration);
}
