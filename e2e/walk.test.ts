import { readFileSync } from 'node:fs'
import { pages } from '@xunyun/contract/pages'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barriers } from './barriers.ts'
import { openProduct, type Product, type Visit } from './product.ts'

/**
 * What every page has to do, whatever it shows, in one visit: a page that is added to the contract is walked from then on. In
 * Spanish, whose words are the longest.
 */
let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

const ui = JSON.parse(readFileSync(new URL('../web/src/locales/es/ui.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

/** Every address of the menu, and those that everybody has. */
const addresses = Object.values(pages as Record<string, { path?: string; entry?: string; button?: boolean }>)
  .filter(({ button }) => !button)
  .map(({ path, entry }) => entry ?? path ?? '')
  .filter((address) => address !== '' && !address.includes(':'))

/** The page of the tab that is seen; the others stay behind it. */
const shown = '[role="tabpanel"]:not([style*="display: none"])'
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Waits until the page is there and nothing of it is still being fetched. */
async function settled({ page }: Visit, address: string): Promise<void> {
  const path = address.split('?')[0] ?? ''
  await page.waitForFunction(
    (id) => {
      const panel = document.getElementById(id)
      if (!panel?.checkVisibility() || panel.innerText === '') return false
      return ![...panel.querySelectorAll('[aria-busy="true"], [data-busy]')].some((one) => one.checkVisibility())
    },
    `page-${encodeURIComponent(path)}`,
  )
}

/** What a person sees wrong without reading: more than the window holds, a key in the place of a word. */
const odd = ({ page }: Visit) =>
  page.evaluate(() => {
    const wider = document.documentElement.scrollWidth - innerWidth
    const keys = document.body.innerText.match(/\b[a-z]\w+:[a-z]\w+(\.\w+)+\b|\{\{\w+\}\}/g) ?? []
    return [...(wider > 0 ? [`${wider} px wider than the window`] : []), ...keys]
  })

/**
 * Rows of the dashboard, where tags, numbers and counts stand beside each other: none lies over its neighbour, and a count is
 * said in one line.
 */
const crowded = ({ page }: Visit) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('section[aria-labelledby^="desk-"] > a')]
    const range = document.createRange()
    // Where the words are, also those that their box does not hold; what is cut with dots ends with its box.
    const partsOf = (row: Element) =>
      [...row.children]
        .filter((part) => part.checkVisibility() && part.textContent !== '')
        .map((part) => {
          range.selectNodeContents(part)
          const [box, ink] = [part.getBoundingClientRect(), range.getBoundingClientRect()]
          const { overflow, lineHeight } = getComputedStyle(part)
          const right = overflow === 'hidden' ? box.right : Math.max(box.right, ink.right)
          const wraps = ink.height > 1.5 * Number.parseFloat(lineHeight)
          return { says: part.textContent, wraps, left: ink.left, right, top: ink.top, bottom: ink.bottom }
        })
    const wrong = rows.flatMap((row) => {
      const parts = partsOf(row)
      return parts.flatMap((part, at) => [
        ...(part.wraps ? [`${part.says} wraps`] : []),
        ...parts
          .slice(at + 1)
          .filter((next) => next.left < part.right - 1 && part.left < next.right - 1)
          .filter((next) => next.top < part.bottom - 1 && part.top < next.bottom - 1)
          .map((next) => `${part.says} lies over ${next.says}`),
      ])
    })
    return [...(rows.length < 10 ? ['too few rows'] : []), ...wrong]
  })

/** Opens the last state, and the first again. */
async function tabs(list: Locator): Promise<void> {
  const all = list.getByRole('tab')
  const count = await all.count()
  if (count < 2) return
  for (const at of [count - 1, 0]) {
    await all.nth(at).click()
    await expect.poll(() => all.nth(at).getAttribute('aria-selected')).toBe('true')
  }
}

async function sorts(list: Locator): Promise<void> {
  const head = list.locator('th:has(> button)').first()
  if ((await head.count()) === 0) return
  const before = await head.getAttribute('aria-sort')
  await head.getByRole('button').first().click()
  await expect.poll(() => head.getAttribute('aria-sort')).not.toBe(before)
}

/** What nothing contains leaves no row, and the address says what was asked. */
async function filters({ page }: Visit, list: Locator): Promise<void> {
  const field = list.locator('search input[type="text"]:not([readonly]):not([role="combobox"])').first()
  if ((await field.count()) === 0) return
  await field.fill('zz9')
  await field.press('Enter')
  await page.waitForFunction(() => location.hash.includes('=zz9'))
  await expect.poll(() => list.locator('tbody tr[aria-selected], tbody tr[aria-rowindex]').count()).toBe(0)
  await list
    .getByRole('button', { name: ui['list.clearAll'] as string })
    .first()
    .click()
  await page.waitForFunction(() => !location.hash.includes('=zz9'))
}

async function columns({ page }: Visit, list: Locator): Promise<void> {
  const button = list.getByRole('button', { name: ui['list.columns'] as string, exact: true })
  if ((await button.count()) === 0) return
  await button.click()
  await page.getByRole('checkbox').last().waitFor()
  await page.keyboard.press('Escape')
}

/** A new one begins as a copy of what is delivered. */
const neverEmpty = ['/tms/operations/printTemplate']

/**
 * A form that is sent empty says at its fields what is missing, and closes without a question. Where a page of its own opens
 * instead, that one is walked by itself.
 */
async function forms({ page, go }: Visit, list: Locator, address: string): Promise<void> {
  const button = list.locator('[data-new]')
  if (neverEmpty.includes(address) || (await button.count()) === 0 || !(await button.first().isEnabled())) return
  await button.first().click()
  await page.waitForFunction(
    // One that was closed before may still be on its way out.
    (here) =>
      location.hash.split('?')[0] !== here ||
      [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility()),
    `#${address.split('?')[0]}`,
  )
  const form = page.getByRole('dialog').last()
  if ((await form.count()) === 0) return go(address)
  await form.getByRole('textbox').or(form.locator('[data-field="resting"]')).first().waitFor()
  await page.keyboard.press('Control+s')
  await form.locator('.ant-form-item-explain-error, [role="alert"], [aria-invalid="true"]').first().waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
}

it('[SH-15] [SE-08] every page of the menu opens, sorts, filters, refuses an empty form, keeps nobody out, and fits 1440 and 390 px in Spanish', async () => {
  const visit = await product.open({ language: 'es', locale: 'es-ES' })
  const { page } = visit
  await visit.signIn('admin')
  page.setDefaultTimeout(10_000)
  const found: Record<string, unknown> = {}
  const strip = page.getByRole('navigation', { name: 'Páginas abiertas' })
  for (const address of addresses) {
    const here = page.locator(shown)
    const list = here.locator('[data-list]')
    const check = async (step: string, run: () => Promise<unknown>) => {
      const met = await run().catch((error: Error) => [error.message.split('\n').slice(0, 3).join(' ')])
      if (Array.isArray(met) && met.length > 0) found[`${address} ${step}`] = met
    }
    await check('opens', async () => {
      await visit.go(address)
      await settled(visit, address)
    })
    await check('keeps nobody out', () => barriers(page, shown))
    await check('fits', () => odd(visit))
    const isDesk = address === '/dashboard'
    if (isDesk) await check('[T-B26] side by side', () => crowded(visit))
    if ((await list.count()) === 1) {
      await check('its states', () => tabs(list))
      await check('sorts', () => sorts(list))
      await check('filters', () => filters(visit, list))
      await check('its columns', () => columns(visit, list))
      await check('its form', () => forms(visit, list, address))
      await check('settles again', () => settled(visit, address))
    }
    await check('fits a phone', async () => {
      await page.setViewportSize(phone)
      await settled(visit, address)
      // The page is laid out anew for it, and says nothing of when that is done.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth).catch(() => undefined)
      return [...(await odd(visit)), ...(isDesk ? await crowded(visit) : [])]
    })
    await page.setViewportSize(wide)
    await check('closes', () => strip.getByRole('tab', { selected: true }).press('Delete'))
  }
  expect(found).toEqual({})
  expect(addresses.length).toBeGreaterThan(60)
  await visit.close()
}, 1_200_000) // Some seventy pages after one another, on a busy machine.
