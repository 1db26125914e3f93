import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeExcel } from '../server/src/platform/excel/write.ts'
import { openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

let product: Product
let file: string
beforeAll(async () => {
  product = await openProduct()
  file = path.join(await mkdtemp(path.join(tmpdir(), 'xunyun-import-')), '客户.xlsx')
  const book = writeExcel({
    sheet: '客户',
    columns: ['名称*', '类型*', '电话'].map((title) => ({ title, width: 12, type: 'text' as const })),
    rows: (async function* () {
      yield [
        ['杭州甲方贸易有限公司', '客户', '0571-87654321'],
        ['杭州乙方贸易有限公司', '客户', '123'],
        ['杭州丙方贸易有限公司', '客户、货主', ''],
      ]
    })(),
  })
  await pipeline(book, createWriteStream(file))
})
afterAll(() => product.close())

const count = async () =>
  Number(
    (
      await query(
        product,
        `select count(*)::int as n from company where name like '杭州%贸易有限公司' and not is_deleted`,
      )
    )[0]?.n,
  )

it('[RT-10/companyManage/view] [D-01] an office’s file of customers is checked, its good rows taken in, and the import taken back', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    await visit.go('/customManage/companyManage/view')
    await page.getByRole('button', { name: '导入' }).click()
    const sheet = page.getByRole('dialog', { name: /导入 · 公司名称/ })
    await sheet.getByTestId('import-file').setInputFiles(file)
    await sheet.getByText('可导入 2').waitFor()
    await sheet.getByRole('row', { name: /杭州乙方贸易有限公司.*电话/ }).waitFor()
    expect(await count()).toBe(0)
    await sheet.getByRole('button', { name: '导入有效的 2 行' }).click()
    await sheet.getByText('已导入 2 条').waitFor()
    expect(await count()).toBe(2)
    await sheet
      .getByRole('row', { name: /客户.xlsx/ })
      .getByRole('button', { name: '撤销' })
      .click()
    await page
      .getByRole('dialog', { name: /撤销导入/ })
      .getByRole('button', { name: '撤销' })
      .click()
    await sheet.getByText(/已撤销$/).waitFor()
    expect(await count()).toBe(0)
  }))
