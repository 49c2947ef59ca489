/**
 * A transform for asc that inlines each function whose comment says `@inline`. The release build
 * optimizes for size, and engines charge in full for a call within a module; where a Summary is
 * read and pods are ranked, that shows. asc's own decorator means the same, but neither tsc nor
 * the linter takes a decorator on a function.
 */
import { DiagnosticCode, Node, NodeKind } from "assemblyscript";
import { Transform } from "assemblyscript/transform";

const TAG = /@inline\b/;

export class InlineTags extends Transform {
  afterParse({ sources }) {
    for (const { normalizedPath, statements, text } of sources) {
      if (normalizedPath.startsWith("~lib/")) continue;
      let end = 0;
      for (const statement of statements) {
        const { range } = statement;
        if (TAG.test(text.slice(end, range.start))) this.#inline(statement);
        end = range.end;
      }
    }
  }

  #inline(statement) {
    const { kind, range } = statement;
    if (kind !== NodeKind.FunctionDeclaration) {
      const fault = "Only a function can be inlined; move the tag or take it away.";
      this.program.error(DiagnosticCode.User_defined_0, range, fault);
    }
    const name = Node.createIdentifierExpression("inline", range);
    statement.decorators = [Node.createDecorator(name, null, range)];
  }
}
