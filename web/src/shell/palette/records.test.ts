import type { PageKey } from '@xunyun/contract/pages'
import { getLocations } from '@xunyun/contract/warehouse/locations/calls'
import { getItems } from '@xunyun/contract/warehouse/masters/items'
import { getNotices } from '@xunyun/contract/warehouse/receiving/calls'
import { getOutboundNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { rankWaybills, sources, waybillHint } from './records.ts'

const answers: Record<string, object> = {
  [getOutboundNotices.path]: {
    noticeNo: 'CK26112300001',
    state: 'picking',
    intercepted: true,
    ownerName: '云帆',
    consigneeName: '王五',
  },
  [getNotices.path]: { noticeNo: 'RK26112300001', state: 'new', ownerName: '云帆', warehouseName: '杭州一号仓' },
  [getItems.path]: { itemNo: 'P-2001', name: '滤芯', spec: null, ownerName: '云帆' },
  [getLocations.path]: { code: 'A-01', warehouseId: 3, warehouseName: '杭州一号仓', zoneName: '存储' },
}
playServer(({ path }) => ({ rows: [{ id: 1, ...answers[path] }], next: null }))

beforeAll(async () => {
  await startI18n(['common', 'shell'])
  await switchLanguage('zh')
})

it('[T-B20] what waits for its next leg is 待安排 here as in the lists', () => {
  const row = { pieces: 46, customerName: '云帆', shipperCity: '杭州', consigneeCity: '广州' }
  const split = { ...row, state: 'placed', unarranged: 16, signed: 20, refused: 10 } as const
  expect(waybillHint(split, 'zh')).toBe('待安排 · 签收 20 · 拒收 10 · 云帆 · 杭州→广州')
  expect(waybillHint({ ...split, unarranged: 0 }, 'zh')).toContain('已开单 · 签收 20')
})

it('of waybills the number typed whole stands first, then what is under way, and void ones last', () => {
  const row = (waybillNo: string, state: 'placed' | 'signed' | 'cancelled', customerNo: string | null = null) => ({
    waybillNo,
    state,
    customerNo,
  })
  const rows = [
    row('YD26112300205', 'cancelled'),
    row('YD26112300001', 'placed'),
    row('YD26112200205', 'signed'),
    row('YD26112100205', 'placed'),
    row('YD26112000007', 'cancelled', '00205'),
  ]
  expect(rankWaybills(rows, '00205').map(({ waybillNo }) => waybillNo)).toEqual([
    'YD26112000007',
    'YD26112100205',
    'YD26112300001',
    'YD26112200205',
    'YD26112300205',
  ])
})

it('notices out and in, items and locations are found by whoever may browse their pages, and lead to their lists', async () => {
  const hitsOf = async (page: PageKey) => {
    const found = sources.filter(({ pages }) => pages.includes(page))
    const hits = await Promise.all(found.map(({ ask }) => ask('01', () => true, 'zh', new AbortController().signal)))
    return hits.flat().map(({ title, hint, to }) => [title, hint, to])
  }
  expect(await hitsOf('outboundNotice')).toEqual([
    ['CK26112300001', '拣货中 · 已拦截 · 云帆 · 王五', '/integrated/outboundNotice?tab=&q=CK26112300001'],
  ])
  expect(await hitsOf('wareNotice')).toEqual([
    ['RK26112300001', '新建 · 云帆 · 杭州一号仓', '/integrated/wareNotice?tab=&q=RK26112300001'],
  ])
  expect(await hitsOf('stockNumber')).toEqual([['P-2001', '滤芯 · 云帆', '/tms/warehouse/stockNumber?tab=&q=P-2001']])
  expect(await hitsOf('wLocation')).toEqual([
    ['A-01', '杭州一号仓 · 存储', '/tms/warehouse/wLocation?tab=&q=A-01&warehouseId=3'],
  ])
})

it('[RT-17] the number of a case, a receipt or a payment leads to its list, for whoever may browse that', async () => {
  const documents = sources.find(({ key }) => key === 'documents')
  const hitsOf = (no: string, page: PageKey) =>
    documents?.ask(no, (one) => one === page, 'zh', new AbortController().signal)
  expect(await hitsOf('yc26112700202', 'abnormalList')).toEqual([
    {
      id: 'document YC26112700202',
      title: 'YC26112700202',
      hint: '异常件',
      to: '/tms/operations/abnormalList?tab=&q=YC26112700202',
    },
  ])
  expect(await hitsOf('SK26112700201', 'payment')).toMatchObject([{ to: '/financial/payment?tab=all&q=SK26112700201' }])
  expect(await hitsOf('SK26112700201', 'abnormalList')).toEqual([])
  expect(await hitsOf('云帆电子', 'payment')).toEqual([])
})
