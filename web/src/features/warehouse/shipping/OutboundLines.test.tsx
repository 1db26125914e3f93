import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { getItemStock } from '@xunyun/contract/warehouse/ledger/stock'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../../test/playServer.ts'
import type { LineDraft } from '../../../shared/goods/goodsLines.ts'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { useSession } from '../../../shared/session/session.ts'
import { OutboundLines } from './OutboundLines.tsx'

const free = [
  { id: 1, available: '292' },
  { id: 2, available: '1360' },
]
const asked = playServer(({ path }) => (path === getItemStock.path ? { rows: free, next: null } : []))

const item = (id: number) => ({
  id,
  itemNo: `P-${id}`,
  name: '货',
  barcodes: [],
  baseUnit: 'piece',
  packs: [{ unit: 'box', ratio: '12', barcode: null }],
})
const lines: LineDraft[] = [
  { item: item(1), qty: '200' },
  { item: item(1), qty: '10', unit: 'box' },
  { item: item(2), qty: '5' },
  { item: item(2), qty: '5', quality: 'defective' },
]

beforeAll(async () => {
  await startI18n(['common', 'ui', 'goods', 'warehouse/receiving', 'warehouse/shipping'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function show(menus: readonly Partial<MenuItem>[]): void {
  useSession.setState({ menus: menus as MenuItem[] })
  asked.length = 0
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form initialValues={{ ownerId: 9, warehouseId: 3, lines }}>
        <Form.Item name="warehouseId" noStyle>
          <input />
        </Form.Item>
        <Form.Item name="lines" noStyle>
          <OutboundLines columns={['item', 'qty', 'unit', 'quality']} />
        </Form.Item>
      </Form>
    </QueryClientProvider>,
  )
}
const askedFor = () => asked.filter(({ path }) => path === getItemStock.path)

it('[D-05] what is free stands below each line while it is typed, asked for once; what the lines ask for beyond it is red', async () => {
  show([{ Page: 'integratedStock', GoUrl: '', BrowseAccess: 1 }])
  const row = async (text: string) => (await screen.findByText(text)).dataset.short
  expect(await row('可用 292 件')).toBeUndefined()
  // 200 and ten boxes of twelve of the same item.
  expect(await row('可用 292，缺 28 件')).toBe('true')
  expect(await row('可用 1,360 件')).toBeUndefined()
  expect(screen.getAllByText(/^可用/)).toHaveLength(3)
  expect(askedFor().map(({ query }) => [query.get('warehouseId'), query.getAll('ids')])).toEqual([['3', ['1', '2']]])
})

it('[D-05] whoever may not look at stock is not told what is free, and nothing is asked', async () => {
  show([])
  await screen.findAllByDisplayValue('200')
  expect(screen.queryByText(/^可用/)).toBeNull()
  expect(askedFor()).toEqual([])
})
