import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The rules of WCAG 2.2 AA that the page breaks: of all, or of these. */
export async function broken(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(true);
  if (rules !== undefined) builder.withRules(rules);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
