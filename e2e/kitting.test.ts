import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGround } from './ground.ts'
import { openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** Sets of goods in the browser: said what they are made of, made, taken apart again, taken back. */
let product: Product
beforeAll(async () => {
  product = await openProduct()
  const ground = await openGround(product, ['R-01', 'A-01', 'A-02', 'A-03', 'X-01'])
  await ground.item('KY-K01', { name: '维生素三件套' })
  const cup = await ground.item('KY-0311', { name: '维生素 C 泡腾片' })
  await ground.stand(cup, '10', 'A-01')
  await ground.stand(await ground.item('KY-0312', { name: '维生素 B 族片' }), '4', 'A-02')
  const notice = await ground.add('/api/OutboundNotice/AddOutboundNotice', {
    warehouseId: ground.warehouseId,
    ownerId: ground.ownerId,
    type: 'sale',
    consigneeName: '李四',
    consigneePhone: '13800138000',
    regionCode: '330106',
    address: '文三路 1 号',
    lines: [{ itemId: cup, unit: 'piece', unitQty: '3' }],
  })
  await ground.add('/api/OutboundNotice/AllocateNotices', { ids: [notice.id] })
  await ground.person('keeper', '马国栋', '仓管员')
}, 120_000)
afterAll(() => product.close())

/** Place, item, on hand. */
const stock = async () =>
  (
    await query(
      product,
      `select l.code, i.item_no, sum(s.on_hand)::int as qty from stock s join location l on l.id = s.location_id join item i on i.id = s.item_id
       where s.on_hand > 0 group by 1, 2 order by 1, 2`,
    )
  ).map(({ code, item_no, qty }) => `${code} ${item_no} ${qty}`)

describe('sets', () => {
  it('[RT-18/combination] what a set is made of is said part by part; one that holds itself is refused at its line', () =>
    visitAs(product, 'keeper', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/combination')
      await page.getByText('还没有组合货号').waitFor()
      await page.getByRole('button', { name: '新建组合' }).first().click()
      const form = page.getByRole('dialog', { name: '新建组合' })
      const choose = async (label: string, text: string) => {
        await form.getByLabel(label, { exact: true }).fill(text)
        await page.locator('.ant-select-item-option:visible', { hasText: text }).last().click()
      }
      await choose('货号', 'KY-K01')
      const part = async (line: number, no: string, qty: string) => {
        await form.getByRole('button', { name: '加一个子件' }).click()
        await choose(`子件货号 ${line}`, no)
        await form.getByLabel(`每套数量 ${line}`).fill(qty)
      }
      await part(1, 'KY-0311', '2')
      await part(2, 'KY-K01', '1')
      await form.getByRole('button', { name: /^保存/ }).click()
      await form.getByText('组合不能含它自己').waitFor()
      await choose('子件货号 2', 'KY-0312')
      await form.getByRole('button', { name: /^保存/ }).click()
      await form.waitFor({ state: 'detached' })
      // Three of ten are promised: seven make three sets.
      const row = page.getByRole('row', { name: /KY-K01/ })
      await row.getByText('维生素三件套').waitFor()
      expect(await row.innerText()).toMatch(/2\s+3\s+0\s+件/)
    }))

  it('[RT-18/combination D-03] sets are made: places to take from and who holds what is missing are seen before', () =>
    visitAs(product, 'keeper', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/combination')
      await page
        .getByRole('row', { name: /KY-K01/ })
        .getByRole('button', { name: '组合', exact: true })
        .click()
      const form = page.getByRole('dialog', { name: '新建组合单' })
      await form.getByLabel('仓库', { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: '杭州一号仓' }).click()
      await form.getByLabel('数量', { exact: true }).fill('4')
      const short = form.getByRole('table', { name: '子件不够' })
      await short.getByText(/CK\d+/).waitFor()
      expect(await short.innerText()).toMatch(/KY-0311[\s\S]*1 件[\s\S]*已分配 3/)
      await form.getByLabel('组合放到').fill('A-03')
      await page.locator('.ant-select-item-option', { hasText: 'A-03' }).click()
      await form.getByRole('button', { name: /^提交/ }).click()
      await page.getByText(/子件不够：KY-0311 1/).waitFor()
      expect(await query(product, 'select count(*)::int as n from kit_order')).toEqual([{ n: 0 }])
      await form.getByLabel('数量', { exact: true }).fill('3')
      await short.waitFor({ state: 'detached' })
      await form.getByRole('table', { name: '取货' }).getByText('A-01 × 6').waitFor()
      await form.getByRole('button', { name: /^提交/ }).click()
      await form.waitFor({ state: 'detached' })
      expect(await stock()).toEqual(['A-01 KY-0311 4', 'A-02 KY-0312 1', 'A-03 KY-K01 3'])
    }))

  it('[RT-18/combination D-03] an order is written first and done later; its paper says which shelves it emptied', () =>
    visitAs(product, 'keeper', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/combination?view=order')
      await page.getByRole('button', { name: '新建拆解单' }).click()
      const form = page.getByRole('dialog', { name: '新建拆解单' })
      const choose = async (label: string, text: string) => {
        await form.getByLabel(label, { exact: true }).click()
        await page.locator('.ant-select-item-option:visible', { hasText: text }).last().click()
      }
      await choose('组合货号', 'KY-K01')
      await choose('取自', 'A-03')
      await form.getByText('可拆 3').waitFor()
      await choose('子件放到', 'A-02')
      await form.getByLabel('数量', { exact: true }).fill('2')
      await choose('执行方式', '先暂存')
      await form.getByRole('button', { name: /^提交/ }).click()
      await form.waitFor({ state: 'detached' })
      expect(await stock()).toEqual(['A-01 KY-0311 4', 'A-02 KY-0312 1', 'A-03 KY-K01 3'])
      await page.getByRole('row', { name: /拆解/ }).getByRole('button', { name: '执行' }).click()
      const run = page.getByRole('dialog', { name: /^执行 ZZ/ })
      await run.getByRole('table', { name: '拆出' }).getByText('KY-0311').waitFor()
      await run.getByRole('button', { name: /^执行/ }).click()
      await run.waitFor({ state: 'detached' })
      expect(await stock()).toEqual(['A-01 KY-0311 4', 'A-02 KY-0311 4', 'A-02 KY-0312 3', 'A-03 KY-K01 1'])
      await page.getByRole('row', { name: /拆解/ }).getByRole('button', { name: /^ZZ/ }).click()
      const paper = page.getByRole('dialog', { name: /^ZZ/ })
      await paper.getByText('A-02 × 4').waitFor()
      await paper.getByRole('tab', { name: '日志' }).click()
      await paper.getByText('马国栋').first().waitFor()
      expect(
        await query(product, `select kind, state, done_by_name from kit_order where kind = 'disassemble'`),
      ).toEqual([{ kind: 'disassemble', state: 'done', done_by_name: '马国栋' }])
    }))

  it('[RT-18/combination] what was done is taken back with the reason, every part where it was', () =>
    visitAs(product, 'admin', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/combination?view=order')
      await page.getByRole('row', { name: /拆解/ }).getByRole('button', { name: '冲销' }).click()
      const dialog = page.getByRole('dialog', { name: /^冲销组合单 ZZ/ })
      await dialog.getByRole('textbox').fill('拆错了')
      await dialog.getByRole('button', { name: '冲销' }).click()
      await expect
        .poll(() => query(product, `select state, void_reason from kit_order where kind = 'disassemble'`))
        .toEqual([{ state: 'reversed', void_reason: '拆错了' }])
      expect(await stock()).toEqual(['A-01 KY-0311 4', 'A-02 KY-0312 1', 'A-03 KY-K01 3'])
    }))
})
