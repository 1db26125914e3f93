import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] }
type Axe = { run(context: object, options: object): Promise<{ violations: Violation[] }> }

/** What keeps somebody out: axe-core's serious and critical violations of WCAG 2 A and AA, or of these rules alone. */
export async function barriers(page: Page, within = 'html', rules?: readonly string[]): Promise<string[]> {
  // A script tag would be stopped by the product's own rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async ({ part, only }) => {
      const { axe } = window as unknown as { axe: Axe }
      const all = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }
      const runOnly = only === undefined ? all : { type: 'rule', values: only }
      // antd measures with it; nobody can reach what is `visibility: hidden`.
      const exclude = [['textarea[name="hiddenTextarea"]']]
      return (await axe.run({ include: [[part]], exclude }, { runOnly, resultTypes: ['violations'] })).violations
    },
    { part: within, only: rules },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`),
    )
}
