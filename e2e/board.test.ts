import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product, type Visit } from './product.ts'
import { query } from './visits.ts'

/** Two dispatchers at the board: by keyboard, by pointer, at a phone's width, in a real browser. */
let product: Product
let rows: { id: number; waybillNo: string }[]
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  // People of the demo are played without passwords; this one signs in.
  const secret = "(select password_hash from app_user where account = 'admin')"
  await query(product, `update app_user set password_hash = ${secret} where account = 'dispatcher'`)
  const input = { tab: 'pickup', pageSize: 50 }
  const answer = (await call(product, 'dispatcher', 'GET', '/api/Dispatch/GetWaiting', input)) as {
    rows: { id: number; waybillNo: string; serviceType: string }[]
  }
  rows = answer.rows.filter(({ serviceType }) => !['cold', 'hazard'].includes(serviceType)).slice(0, 3)
  expect(rows).toHaveLength(3)
})
afterAll(() => product.close())

const open = async (account: string): Promise<Visit> => {
  const visit = await product.open()
  await visit.signIn(account)
  await visit.go('/tms/operations/carArrange')
  await visit.page.getByRole('treegrid').waitFor()
  return visit
}
const rowOf = ({ page }: Visit, no: string) => page.getByRole('row').filter({ hasText: no })
/** The nth vehicle that is free. */
const freeCard = ({ page }: Visit, nth: number) => page.locator('[data-card]').filter({ hasText: '空闲' }).nth(nth)
const keyOf = async (visit: Visit, nth: number) => (await freeCard(visit, nth).getAttribute('data-card')) as string
const walkTo = async ({ page }: Visit, no: string) => {
  const current = page.locator('tr[data-current]')
  await page.keyboard.press('Home')
  for (let step = 0; step < 60 && !(await current.textContent())?.includes(no); step += 1)
    await page.keyboard.press('ArrowDown')
}

it('[RT-16/carArrange] what two dispatchers want goes to the first, and the other is told by whom; each sees the other’s act, takes back his own, and loads at a phone’s width', async () => {
  const [one, two, three] = rows.map(({ waybillNo }) => waybillNo) as [string, string, string]
  const mine = await open('dispatcher')
  const other = await open('admin')
  // What the other one sees is as old as it may be: the answers to his questions are on their way.
  let arrive: () => void = () => undefined
  const onTheirWay = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await other.page.route(/\/api\/Dispatch\/Get(Board|Waiting)\?/, async (route) => {
    await onTheirWay
    await route.continue().catch(() => undefined)
  })
  const wanted = await keyOf(other, 1)

  await mine.watch(async () => {
    const { page } = mine
    const key = await keyOf(mine, 0)
    await page.getByRole('treegrid').focus()
    await walkTo(mine, one)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.card ?? '')
    await expect.poll(focused).not.toBe('')
    // Arrows lead to the vehicle; its load is hatched before anything is let go.
    await page.keyboard.press('Home')
    for (let step = 0; step < 60 && (await focused()) !== key; step += 1) await page.keyboard.press('ArrowDown')
    const card = page.locator(`[data-card="${key}"]`)
    await card.locator('[data-hatched]').first().waitFor()
    await page.keyboard.press('Enter')
    await rowOf(mine, one).waitFor({ state: 'detached' })
    await card.getByRole('link', { name: /^PC\d+$/ }).waitFor()
    expect(await focused()).toBe(key)
  })

  await other.watch(async () => {
    const { page } = other
    for (const no of [one, two]) await rowOf(other, no).getByRole('checkbox').check()
    const from = await rowOf(other, two).boundingBox()
    const card = page.locator(`[data-card="${wanted}"]`)
    await card.scrollIntoViewIfNeeded()
    const to = await card.boundingBox()
    if (from === null || to === null) throw new Error('not in sight')
    await page.mouse.move(from.x + 6, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 120, to.y + 20, { steps: 4 })
    await card.locator('[data-hatched]').first().waitFor()
    await card.getByText(/装入 2 票/).waitFor()
    await page.mouse.up()
    // Seen at once, both; then one is taken back, with who has it.
    await rowOf(other, two).waitFor({ state: 'detached' })
    await page.getByText(new RegExp(`^${one} 沈立平 已安排到 PC\\d+`)).waitFor()
    arrive()
    await page.unroute(/\/api\/Dispatch\/Get(Board|Waiting)\?/)
    await card.getByRole('button', { name: /^1 票 \d+ 件/ }).click()
    await card.getByRole('link', { name: two }).waitFor()
    expect(await card.getByRole('link', { name: one }).count()).toBe(0)
  })
  const twice = 'select from piece_place where planned > pieces'
  expect(await query(product, twice)).toEqual([])

  // What another one takes out of one's hand is named, with who has it.
  await mine.watch(async () => {
    const { page } = mine
    await rowOf(mine, three).getByRole('checkbox').check()
    const planAt = new Date(Date.now() + 3_600_000).toISOString()
    const [row] = await query(product, 'select id from waybill where waybill_no = $1', [three])
    const [trip] = await query(
      product,
      `select l.arrangement_id as id, w.id as waybill from arrangement_line l join waybill w on w.id = l.waybill_id where w.waybill_no = $1`,
      [two],
    )
    const [there] = await query(product, `select pieces - planned as free from piece_place where waybill_id = $1`, [
      row?.id,
    ])
    const line = { waybillId: row?.id, fromPlace: 'shipper', fromId: 0, pieces: there?.free }
    const taken = (await call(product, 'admin', 'POST', '/api/Dispatch/ArrangeOnto', {
      id: trip?.id,
      planAt,
      lines: [line],
    })) as { lineIds: number[]; refused: unknown }
    expect(taken.lineIds).toHaveLength(1)
    await rowOf(mine, three).waitFor({ state: 'detached', timeout: 10_000 })
    await page.getByText(new RegExp(`^${three} .+ 已安排到 PC\\d+`)).waitFor({ timeout: 15_000 })
    await call(product, 'admin', 'POST', '/api/Dispatch/RemoveLines', { ids: taken.lineIds })
    await rowOf(mine, three).waitFor({ timeout: 15_000 })
  })

  await mine.watch(async () => {
    const { page } = mine
    await rowOf(mine, two).waitFor({ state: 'detached', timeout: 10_000 })
    // The words of the cards follow the language at once, and what was done here can still be taken back.
    const words = async () => (await page.locator('[data-card] [data-actions]').allTextContents()).join(' ')
    const speak = async (button: string, language: string, said: RegExp) => {
      await page.getByRole('button', { name: button }).click()
      await page.getByText(language, { exact: true }).click()
      await expect.poll(words, { timeout: 3000 }).toMatch(said)
    }
    await speak('语言', 'Español', /^[^\p{Script=Han}]+$/u)
    await speak('Idioma', 'English', /^(?=.*New trip)[^\p{Script=Han}]+$/u)
    await speak('Language', '中文', /新建安排/)
    await page.getByRole('button', { name: '撤销上一步' }).click()
    await rowOf(mine, one).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await rowOf(mine, three).getByRole('checkbox').check()
    await page.getByRole('button', { name: '装入', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: /^装入 1 票/ })
    await sheet.getByRole('listitem').first().getByRole('button').click()
    await rowOf(mine, three).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const planned = `select from arrangement_line l join waybill w on w.id = l.waybill_id join arrangement a on a.id = l.arrangement_id
      where a.phase = 'planned' and w.waybill_no = any($1)`
    await expect.poll(async () => (await query(product, planned, [[one, two, three]])).length).toBe(2)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await mine.close()
  await other.close()
})
