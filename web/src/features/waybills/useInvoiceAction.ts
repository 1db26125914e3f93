import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { useRight } from '../../shared/session/session.ts'

type Invoiceable = Pick<WaybillDetail, 'waybillNo'> &
  Partial<Pick<WaybillDetail, 'customerId' | 'shipperName' | 'invoicing' | 'priceState'>>

/** As many as the form takes by their numbers. */
const most = 500

/** 开票申请 of waybills of one customer, or of one walk-in: what of them can be applied for. */
export function useInvoiceAction(): (rows: readonly Invoiceable[]) => RowAction[] {
  const { t } = useTranslation('waybills')
  const navigate = useNavigate()
  const mayInvoice = useRight('billApply').edit
  return (rows) => {
    const [first] = rows
    const isOpen = ({ invoicing, priceState }: Invoiceable) =>
      priceState === 'confirmed' && (invoicing === 'unapplied' || invoicing === 'partial')
    const isTheSame = ({ customerId, shipperName }: Invoiceable) =>
      customerId === first?.customerId && (customerId !== null || shipperName === first?.shipperName)
    if (!mayInvoice || first === undefined || rows.length > most) return []
    if (!rows.every((row) => isOpen(row) && isTheSame(row))) return []
    const numbers = rows.map(({ waybillNo }) => waybillNo)
    return [
      {
        key: 'invoice',
        label: t('act.invoice'),
        onClick: () => void navigate(paths.invoice({ customerId: first.customerId, numbers })),
      },
    ]
  }
}
