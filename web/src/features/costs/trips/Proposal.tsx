import type { ArrangementCosts } from '@xunyun/contract/costs/lines'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareTyped } from '@xunyun/contract/kernel/decimal'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFill } from '../../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dotted, money } from '../../../shared/ui/format.ts'
import { Steps } from '../../prices/index.ts'
import { type CostRow, isHeld } from './costRows.ts'
import styles from './Trips.module.css'

type Props = {
  readonly costs: ArrangementCosts
  readonly proposal: NonNullable<ArrangementCosts['proposal']>
  readonly rows: readonly CostRow[]
}

/** What the carrier's rate in force makes of it, step by step; one click takes it. */
export function Proposal({ costs, proposal, rows }: Props) {
  const { t } = useTranslation('tripCosts')
  const language = useLanguage()
  const fill = useFill()
  const { feeItem, companyId, companyName, amount, taxRate } = proposal
  const isHired = costs.vehicleType === 'hired'
  const own = rows.find((row) => row.feeItem === feeItem && row.payPart === undefined)
  const take = () => {
    if (isHired) return fill({ agreed: amount })
    const taken: CostRow = {
      ...own,
      feeItem,
      companyId,
      payeeName: companyName,
      driverId: undefined,
      amount,
      taxRate: taxRate ?? undefined,
    }
    fill({ lines: own ? rows.map((row) => (row === own ? taken : row)) : [taken, ...rows] })
  }
  const isTaken = !isHired && compareTyped(own?.amount, amount) === 0
  return (
    <div className={styles.proposal}>
      <details>
        <summary>
          <b>{money(amount)}</b> {dotted(wordFor('feeItem', feeItem, language), companyName, proposal.priceName)}
        </summary>
        <Steps steps={proposal.steps} />
      </details>
      {costs.editable && !(own && isHeld(own)) && (
        <Button size="small" disabled={isTaken} onClick={take}>
          {t(isTaken ? 'proposal.taken' : isHired ? 'proposal.takeAgreed' : 'proposal.take')}
        </Button>
      )}
    </div>
  )
}
