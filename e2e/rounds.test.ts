import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product, type Visit } from './product.ts'

/** Trips over several stops, put together and driven in a real browser. */
let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

const visit = async (run: (visit: Visit) => Promise<void>, options: Parameters<Product['open']>[0] = {}) => {
  const opened = await product.open(options)
  await opened.signIn('admin')
  await opened.watch(() => run(opened))
  await opened.close()
}
/** The vehicle that may go first. */
const firstVehicle = async (page: Visit['page']) => {
  await page.getByRole('combobox', { name: '车辆' }).click()
  await page
    .locator('.ant-select-item-option:not(.ant-select-item-option-disabled)')
    .filter({ visible: true })
    .first()
    .click()
}
type Row = { id: number; shipperAddress: string; serviceType: string }
const get = <T>(path: string, input: Record<string, unknown>) =>
  call(product, 'admin', 'GET', path, input) as Promise<T>

it('[RT-16/arrangeOperate] the stops that picked waybills need are proposed, moved by their arrows and by dragging, and the trip goes over them', () =>
  visit(async ({ page, ...opened }) => {
    const { rows } = await get<{ rows: Row[] }>('/api/Dispatch/GetWaiting', { tab: 'pickup', pageSize: 50 })
    // Any vehicle takes them.
    const plain = rows.filter(({ serviceType }) => !['cold', 'hazard'].includes(serviceType))
    const one = plain[0] as Row
    const other = plain.find((row) => row.shipperAddress !== one.shipperAddress) as Row
    await opened.go(`/tms/operations/arrangeOperate?waybills=${one.id},${other.id}`)
    const stops = page.getByRole('table', { name: '停靠点' })
    const names = () =>
      stops.locator('tbody tr td:nth-child(3)').evaluateAll((cells) => cells.map((cell) => cell.textContent))
    await stops.getByRole('row').nth(3).waitFor()
    const before = await names()
    await page.getByRole('button', { name: '第 2 站上移' }).click()
    await expect.poll(names).toEqual([before[1], before[0], before[2]])
    // Dragged by its number onto the row below.
    await stops
      .locator('tbody tr')
      .nth(0)
      .locator('td')
      .first()
      .dragTo(stops.locator('tbody tr').nth(1).locator('td').first())
    await expect.poll(names).toEqual(before)
    // The outlet before a shipper: what he gives has nowhere to be unloaded behind him, and that is said.
    await page.getByRole('button', { name: '第 3 站上移' }).click()
    await firstVehicle(page)
    await page.getByRole('button', { name: '派车 Ctrl S' }).click()
    await page.getByText('卸货停靠点要在装货停靠点之后').first().waitFor()
    await page.getByRole('button', { name: '第 2 站下移' }).click()
    await page.getByRole('button', { name: '派车 Ctrl S' }).click()
    const trip = page.getByRole('dialog', { name: /安排 PC/ })
    await trip.getByRole('table', { name: '停靠点' }).getByRole('row').nth(3).waitFor()
    await trip.getByText('已派', { exact: true }).waitFor()
  }))

it('[RT-16/arrangeList] a round is driven stop by stop: fewer loaded wait again, the vehicle is swapped, and each is taken back; on a phone too', async () => {
  const { rows } = await get<{ rows: { id: number; arrangementNo: string; stopCount: number }[] }>(
    '/api/Dispatch/GetArrangements',
    {
      state: 'departed',
      type: 'pickup',
      pageSize: 50,
    },
  )
  const round = rows.find(({ stopCount }) => stopCount === 4) as (typeof rows)[number]
  await visit(async ({ page, ...opened }) => {
    await opened.go(`/tms/operations/arrangeList?trip=${round.id}`)
    const trip = page.getByRole('dialog', { name: /安排 PC/ })
    await trip.getByRole('button', { name: '离站', exact: true }).click()
    const count = page.getByRole('dialog', { name: /离站 ·/ })
    await count.getByLabel('实装件数 1', { exact: true }).fill('18')
    await count.getByRole('button', { name: /^离站/ }).click()
    await trip.getByRole('button', { name: '到站', exact: true }).click()
    await page
      .getByRole('dialog', { name: /到站 ·/ })
      .getByRole('button', { name: /^到站/ })
      .click()
    await trip.getByRole('button', { name: '离站', exact: true }).waitFor()
    await trip.getByRole('button', { name: '换车', exact: true }).click()
    const swap = page.getByRole('dialog', { name: /^换车 / })
    await firstVehicle(page)
    await swap.getByLabel('换车原因').fill('发动机故障')
    await swap.getByRole('button', { name: /^换车/ }).click()
    await page.getByText(/已换车，新安排 PC/).waitFor()
    await expect.poll(() => page.url()).not.toContain(`trip=${round.id}`)
    await opened.go(`/tms/operations/arrangeList?trip=${round.id}`)
    await trip.getByText('换到').waitFor()
    await trip.getByRole('button', { name: '撤销换车', exact: true }).click()
    const why = page.getByRole('dialog', { name: /^撤销 PC/ })
    await why.getByRole('textbox').fill('修好了')
    await why.getByRole('button', { name: '撤销换车', exact: true }).click()
    await trip.getByText('已发车', { exact: true }).waitFor()
  })
  const { lines } = await get<{ lines: { pieces: number }[] }>('/api/Dispatch/GetArrangement', { id: round.id })
  expect(lines.map(({ pieces }) => pieces)).toEqual([20, 18, 20])
  await visit(
    async ({ page, ...opened }) => {
      await opened.go(`/tms/operations/arrangeList?trip=${round.id}`)
      await page.getByRole('button', { name: /^(离站|Leave stop)$/ }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
    { width: 390, language: 'en-US' },
  )
})
