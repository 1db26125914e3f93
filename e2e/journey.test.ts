import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSheet } from '../server/src/platform/excel/parse.ts'
import { writeExcel } from '../server/src/platform/excel/write.ts'
import { call, openProduct, type Product, password, type Visit } from './product.ts'

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The first journey, by people with different rights, in a real browser: from an office's file to a signed waybill. */
const fixture = (name: string) => path.resolve(import.meta.dirname, '../server/test/fixtures', name)
let product: Product
let folder: string
beforeAll(async () => {
  product = await openProduct()
  folder = await mkdtemp(path.join(tmpdir(), 'xunyun-journey-'))
  const admin = (address: string, input: Record<string, unknown>) =>
    call(product, 'admin', 'POST', address, input) as Promise<{ id: number }>
  const outlet = (name: string, regionCode: string) =>
    admin('/api/Companies/AddCompany', { name, roles: ['own'], regionCode })
  await outlet('杭州总站', '330110')
  await outlet('广州白云站', '440111')
  for (const name of JSON.parse(await readFile(fixture('waybills-500-messy.customers.json'), 'utf8')) as string[])
    await admin('/api/Companies/AddCompany', { name, roles: ['customer'] })
  const driver = await admin('/api/Drivers/AddDriver', { name: '沈立', mobile: '13588012340', licenceClass: 'A2' })
  await admin('/api/Vehicles/AddVehicle', {
    type: 'own',
    plateNo: '浙A8K215',
    plateColor: 'yellow',
    model: '17.5flat',
    loadKg: '32000',
    volumeM3: '130',
    driverId: driver.id,
  })
})
afterAll(() => product.close())

const visitAs = async (
  account: string,
  run: (visit: Visit) => Promise<void>,
  options: Parameters<Product['open']>[0] = {},
) => {
  const visit = await product.open(options)
  await visit.signIn(account)
  await visit.watch(() => run(visit))
  await visit.close()
}
const firstPassword = 'First-Pass-1'

/** Makes a user in the users screen, with the role of a trade. */
async function addUser(visit: Visit, account: string, name: string, job: string) {
  const { page } = visit
  await visit.go('/system/user')
  await page.getByRole('button', { name: '新建用户' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('账号').fill(account)
  await form.getByLabel('初始密码').fill(firstPassword)
  await form.getByLabel('姓名').fill(name)
  await form.getByText('全部', { exact: true }).first().click()
  await form.getByLabel('角色').click()
  await page.locator('.ant-select-item-option', { hasText: job }).first().click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await page.getByRole('row', { name: new RegExp(`${account}.*${job}`) }).waitFor()
}

/** The first login: the password given must be changed, then one signs in with one's own. */
async function firstLogin(account: string) {
  const visit = await product.open()
  await visit.signIn(account, firstPassword, false)
  const fields = visit.page.locator('input[type="password"]')
  await fields.nth(2).waitFor()
  await fields.nth(0).fill(firstPassword)
  await fields.nth(1).fill(password)
  await fields.nth(2).fill(password)
  await visit.page.keyboard.press('Enter')
  await visit.page.getByText('修改成功').first().waitFor()
  await expect.poll(() => fields.count()).toBe(1)
  await visit.close()
}

/** When it happened is asked for; now is offered. */
const step = (page: Visit['page'], verb: string) =>
  page
    .getByRole('dialog', { name: new RegExp(`^${verb} `) })
    .getByRole('button', { name: verb, exact: true })
    .click()

/** The refused rows as the clerk mends them in Excel: each cell that was named gets what it should have had. */
async function mend(file: string): Promise<string> {
  const { rows } = await parseSheet(file, { maxRows: 1000 })
  const [header, ...data] = rows.map(({ cells }) => cells) as [string[], ...string[][]]
  const right: Record<string, (row: number) => string> = {
    件数: () => '5',
    业务日期: () => '2026-11-12',
    客户名称: () => '杭州恒远机电有限公司',
    客户单号: (row) => `MENDED-${row}`,
    重量: () => '12.5',
    收货人: () => '李四',
    收货电话: () => '13922104475',
    付款方式: () => '月结',
    收货市: () => '济南市',
    收货区县: () => '历下区',
  }
  const plain = header.map((title) => title.replace(/[*]|\(.*\)/g, ''))
  const mended = data.map((cells, row) => {
    const wrong = cells.at(-1) ?? ''
    return plain.slice(0, -1).map((title, at) => {
      const county = title === '收货区县' && wrong.includes('收货市')
      return wrong.includes(`${header[at]}:`) || county ? (right[title]?.(row) ?? '') : (cells[at] ?? '')
    })
  })
  const target = path.join(folder, 'mended.xlsx')
  const columns = header.slice(0, -1).map((title) => ({ title, width: 12, type: 'text' as const }))
  await pipeline(
    writeExcel({
      sheet: '运单',
      columns,
      rows: (async function* () {
        yield mended
      })(),
    }),
    createWriteStream(target),
  )
  return target
}

describe('the first journey', () => {
  it('[RT-12/user] the administrator makes an operator and a dispatcher with just their rights', () =>
    visitAs('admin', async (visit) => {
      await addUser(visit, 'caozuo', '周雅琴', '操作员')
      await addUser(visit, 'diaodu', '沈立平', '调度')
    }))

  it('[AP-07] [SE-06] each changes the password that was given at the first login', async () => {
    await firstLogin('caozuo')
    await firstLogin('diaodu')
  })

  it('[RT-16/taskList] the operator imports the messy file, mends the refused rows and places all', () =>
    visitAs('caozuo', async (visit) => {
      const { page } = visit
      await visit.go('/tms/operations/taskList?view=import')
      await page.getByTestId('import-file').setInputFiles(fixture('waybills-500-messy.xlsx'))
      await page.getByText('有错 62').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: '下载错误行' }).click()
      const errors = path.join(folder, 'errors.xlsx')
      await (await download).saveAs(errors)
      await page.getByRole('combobox', { name: '网点' }).click()
      await page.getByText('杭州总站').last().click()
      await page.getByRole('button', { name: '导入有效的 438 行' }).click()
      await page.getByText('已导入 438 条').waitFor()
      await page.getByRole('button', { name: '换一个文件' }).click()
      await page.getByTestId('import-file').setInputFiles(await mend(errors))
      await page.getByText('有错 0').waitFor()
      await page.getByRole('combobox', { name: '网点' }).click()
      await page.getByText('杭州总站').last().click()
      await page.getByRole('button', { name: '导入全部 62 行' }).click()
      await page.getByText('已导入 62 条').waitFor()

      await visit.go('/tms/operations/allWayBill?tab=draft')
      await page.getByRole('tab', { name: /草稿 ?500/ }).waitFor()
      await page.getByRole('row').nth(5).waitFor()
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: '开单 50 票' }).click()
      await page.getByRole('tab', { name: /草稿 ?450/ }).waitFor()
    }))

  it('[RT-16/arrangedOrder] [RT-16/arrangeOperate] [RT-16/arrangeList] the dispatcher arranges part of the pieces, departs and arrives', () =>
    visitAs('diaodu', async (visit) => {
      const { page } = visit
      const answer = (await call(product, 'admin', 'GET', '/api/Dispatch/GetWaiting', { pageSize: 3 })) as {
        rows: { id: number; waybillNo: string; pieces: number }[]
      }
      const [one, two] = answer.rows as [(typeof answer.rows)[number], (typeof answer.rows)[number]]
      await visit.go('/tms/operations/arrangedOrder')
      for (const row of [one, two])
        await page
          .getByRole('row', { name: new RegExp(row.waybillNo) })
          .getByRole('checkbox')
          .check()
      await page.getByRole('button', { name: '派车 2 票' }).click()
      await page.waitForURL(/arrangeOperate/)
      await page.getByRole('combobox', { name: '车辆' }).click()
      await page.getByText('浙A8K215').last().click()
      // Each shipper is a stop, and the outlet the last.
      await page.getByRole('table', { name: '停靠点' }).getByRole('row').nth(3).getByText('卸').waitFor()
      await page.getByLabel('件数 1', { exact: true }).fill('1')
      await page.getByRole('button', { name: '派车 Ctrl S' }).click()
      const trip = page.getByRole('dialog', { name: /安排 PC/ })
      await trip.getByText(`1 / ${one.pieces}`).waitFor()
      await trip.getByRole('button', { name: '发车', exact: true }).click()
      await step(page, '发车')
      await trip.getByText('已发车', { exact: true }).waitFor()
      await trip.getByRole('button', { name: '到达', exact: true }).click()
      await step(page, '到达')
      // The second shipper has not been reported: he counts as done as planned, and that is asked.
      await page.getByRole('button', { name: '按计划报到达' }).click()
      await trip.getByText('已到达', { exact: true }).waitFor()
      await trip.getByRole('link', { name: two.waybillNo }).click()
      await page.getByRole('heading', { name: two.waybillNo }).waitFor()
      // All pieces are at the station and wait for their next leg.
      await page.getByText('待安排', { exact: true }).filter({ visible: true }).first().waitFor()
      await page.getByText('哈希链完整').waitFor()
    }))

  it('[RT-16/allWayBill] [RT-16/haveArranged] it is delivered and signed with a refused piece, which opens a case; zh at 1440 and en at 390', async () => {
    const answer = (await call(product, 'admin', 'GET', '/api/Waybills/GetWaybills', {
      states: 'inStation',
      pageSize: 5,
    })) as { rows: { id: number; waybillNo: string; pieces: number; codAmount: string }[] }
    const row = answer.rows[0] as (typeof answer.rows)[number]
    await visitAs('diaodu', async (visit) => {
      const { page } = visit
      await visit.go(`/tms/operations/arrangeOperate?waybills=${row.id}&type=delivery`)
      await page.getByText(row.waybillNo).waitFor()
      await page.getByRole('combobox', { name: '车辆' }).click()
      await page.getByText('浙A8K215').last().click()
      await page.getByRole('button', { name: '派车 Ctrl S' }).click()
      await page
        .getByRole('dialog', { name: /安排 PC/ })
        .getByRole('button', { name: '发车', exact: true })
        .click()
      await step(page, '发车')
      await page
        .getByRole('dialog', { name: /安排 PC/ })
        .getByText('已发车', { exact: true })
        .waitFor()
      await visit.go(`/tms/operations/allWayBill/${row.waybillNo}`)
      await page.getByRole('button', { name: `签收 ${row.pieces} 件` }).click()
      const form = page.getByRole('dialog', { name: `签收 ${row.waybillNo}` })
      await form.getByLabel('签收件数').fill(String(row.pieces - 1))
      await form.getByLabel('拒收件数').fill('1')
      await form.getByLabel('拒收原因').fill('外箱破损')
      if (Number(row.codAmount) > 0) {
        // Money is not taken as received because the form was sent: it is asked, and Enter says no.
        expect(await form.getByLabel('已收 元').inputValue()).toBe('')
        await page.keyboard.press('Control+s')
        await page.getByText('没有填已收').waitFor()
        await page.keyboard.press('Enter')
        await page.getByText('没有填已收').waitFor({ state: 'detached' })
        await form.getByRole('button', { name: /^填全部应收/ }).click()
        expect((await form.getByLabel('已收 元').inputValue()).replace(',', '')).toBe(row.codAmount)
      }
      await form.locator('input[type="file"]').setInputFiles({ name: '签收.png', mimeType: 'image/png', buffer: dot })
      await form.getByRole('img', { name: '签收.png' }).waitFor()
      await form.getByRole('button', { name: /^签收 ?Ctrl S$/ }).click()
      await page.getByText('部分签收').first().waitFor()
      const signed = (await call(product, 'admin', 'GET', '/api/Waybills/GetWaybill', { id: row.id })) as {
        files: { Name: string }[]
      }
      expect(signed.files.map(({ Name }) => Name)).toContain('签收.png')
      await page.getByText('登记异常 拒收 1 件').first().waitFor()
      await visit.go('/tms/operations/haveArranged')
      await page
        .getByRole('row', { name: new RegExp(row.waybillNo) })
        .first()
        .waitFor()
    })
    await visitAs(
      'caozuo',
      async (visit) => {
        const { page } = visit
        await visit.go(`/tms/operations/allWayBill/${row.waybillNo}`)
        await page.getByText('Part signed').first().waitFor()
        await page.getByRole('tab', { name: 'Timeline' }).click()
        await page.getByText(/Hash chain intact/).waitFor()
        await page.getByText(`${row.pieces - 1} signed, 1 refused`).waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
        await visit.go('/tms/operations/allWayBill?tab=exception')
        await page.getByText(row.waybillNo).filter({ visible: true }).first().waitFor()
      },
      { width: 390, language: 'en' },
    )
  })
})
