import { render, screen } from '@testing-library/react'
import type { NoticeLineRow } from '@xunyun/contract/warehouse/receiving/calls'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { CountGrid } from './CountGrid.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'goods', 'warehouse/receiving'])
  await switchLanguage('zh')
})

it('[RT-18/receive] the desk counts in base units, and says beside them what the notice announced in its own', () => {
  const line = {
    id: 1,
    itemNo: 'P-1',
    itemName: '货',
    unit: 'box',
    unitQty: '10',
    baseUnit: 'piece',
    qty: '240',
    open: '240',
    packs: [],
    quality: 'good',
  }
  const other = { ...line, id: 2, unit: 'piece', unitQty: '5', qty: '5' }
  render(<CountGrid lines={[line, other] as unknown as NoticeLineRow[]} sent={[]} readOnly={false} />)
  expect(screen.getAllByText(/^= /).map(({ textContent }) => textContent?.trim())).toEqual(['= 10 箱'])
})
