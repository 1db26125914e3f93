import { render } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import type { MoveRow } from '@xunyun/contract/warehouse/ledger/ledger'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { useSession } from '../../../shared/session/session.ts'
import { moveColumns } from './moveColumns.tsx'

const row = {
  id: 7,
  type: 'PK',
  docType: 'pick',
  docNo: 'JH26112300001',
  dOnHand: '9992',
  reversesId: null,
  reversedById: null,
  putBack: false,
} as unknown as MoveRow

beforeAll(async () => {
  await startI18n(['common', 'ui', 'warehouse/ledger', 'warehouse/storing'])
  await switchLanguage('zh')
})

const cell = (key: string, of: MoveRow = row) => {
  const column = moveColumns.find((one) => one.key === key)
  const drawn = column?.render(of, { language: 'zh', card: false, current: false } as never)
  return render(<MemoryRouter>{drawn}</MemoryRouter>).container
}

it('[RT-18/serialInfo] a reversal and a put-back say so beside what they are, figures are grouped', () => {
  const told = (of: MoveRow) => moveColumns.find(({ key }) => key === 'flags')?.text?.(of, 'zh')
  expect(told(row)).toBe('')
  expect(told({ ...row, putBack: true })).toBe('放回')
  expect(told({ ...row, type: 'SHP', reversesId: 3 })).toBe('冲销')
  expect(cell('dOnHand').textContent).toBe('+9,992')
  expect(moveColumns.find(({ key }) => key === 'dOnHand')?.total?.({ dOnHand: '-9992' } as never)).toBe('−9,992')
})

it('[RT-18/serialInfo] a document’s number leads to it, for whoever may open it', () => {
  useSession.setState({ menus: [] })
  expect(cell('docNo').querySelector('a')).toBeNull()
  useSession.setState({ menus: [{ Page: 'outBound', GoUrl: '', BrowseAccess: 1 } as MenuItem] })
  expect(cell('docNo').querySelector('a')?.getAttribute('href')).toBe('/tms/warehouse/outBound?tab=&q=JH26112300001')
})
