import { wordFor } from '@xunyun/contract/dictionary'
import { methodsFor } from '@xunyun/contract/waybills/payments'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../shared/form/FormFrame.tsx'
import { type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { PaymentsEditor } from '../../../shared/form/PaymentsEditor.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dotted, money } from '../../../shared/ui/format.ts'
import styles from '../Costs.module.css'
import { type AdjustLine, afterOf, beforeOf, isSplitAnew, itemOf, partsOf, usualParty } from './adjustLines.ts'
import { FeeItemChoice } from './FeeItemChoice.tsx'
import { PartyChoice } from './PartyChoice.tsx'
import { SignedMoney } from './SignedMoney.tsx'

type Props = {
  value?: readonly AdjustLine[]
  onChange?: (lines: readonly AdjustLine[]) => void
  onTable: (text: string) => void
}

/** One adjustment a row; what the server refuses stands in its cell. */
export function AdjustGrid({ value = [], onChange, onTable }: Props) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const columns: LineColumn<AdjustLine>[] = [
    {
      key: 'waybillId',
      title: t('column.ofNo'),
      shown: true,
      also: ['chargeId'],
      render: ({ target }) => (
        <div className={styles.of}>
          {target.no}
          <small>{dotted(wordFor('priceDirection', target.direction, language), target.customerName)}</small>
        </div>
      ),
    },
    {
      key: 'feeItem',
      title: t('column.feeItem'),
      required: true,
      width: 112,
      render: (line, change, props) => (
        <>
          <FeeItemChoice
            {...props}
            target={line.target}
            value={line.feeItem}
            onChange={(feeItem) => change({ feeItem })}
          />
          {itemOf(line)?.openNo && <OpenNo no={itemOf(line)?.openNo ?? ''} />}
        </>
      ),
    },
    {
      key: 'companyId',
      title: t('column.party'),
      width: 136,
      render: (line, change, props) => (
        <PartyChoice
          {...props}
          direction={line.target.direction}
          usual={usualParty(line.target).partyName}
          value={line.companyId}
          name={line.partyName}
          onChange={(companyId, partyName) => change({ companyId, partyName })}
        />
      ),
    },
    { key: 'before', title: t('column.before'), shown: true, right: true, render: (line) => money(beforeOf(line)) },
    {
      key: 'amount',
      title: t('column.change'),
      required: true,
      right: true,
      width: 112,
      also: ['payments', 'taxRate'],
      render: ({ amount }, change, props) => (
        <SignedMoney {...props} value={amount} onChange={(next) => change({ amount: next })} />
      ),
    },
    {
      key: 'after',
      title: t('column.after'),
      shown: true,
      right: true,
      render: (line) => (
        <span className={afterOf(line).startsWith('-') ? styles.less : undefined}>{money(afterOf(line))}</span>
      ),
    },
    {
      key: 'reason',
      title: t('column.reason'),
      required: true,
      width: 176,
      className: styles.wide,
      render: ({ reason }, change, props) => (
        <Input
          {...props}
          maxLength={300}
          value={reason}
          onChange={(event) => change({ reason: event.target.value || undefined })}
        />
      ),
    },
  ]
  return (
    <LineGrid
      name="lines"
      label={t('adjust.title')}
      numbered
      cards
      columns={columns}
      value={value}
      none={t('adjust.none')}
      onPaste={onTable}
      below={(line, change, row) =>
        isSplitAnew(line) && <Parts line={line} row={row} onChange={(payments) => change({ payments })} />
      }
      {...(onChange ? { onChange } : {})}
    />
  )
}

/** The same item is under review with another change: it would be refused. */
function OpenNo({ no }: { no: string }) {
  const { t } = useTranslation('costs')
  return <div className={styles.problem}>{t('adjust.open', { no })}</div>
}

type PartsProps = { line: AdjustLine; row: number; onChange: (payments: AdjustLine['payments']) => void }

/** 多笔付 whose named parts are more than what is owed then. */
function Parts({ line, row, onChange }: PartsProps) {
  const { t } = useTranslation('costs')
  const parts = partsOf(line)
  const errors = new Map(
    useMessages().flatMap(({ name: [root, index, field, part], errors: [error] }) =>
      root === 'lines' && index === row && field === 'payments' && part !== undefined && error !== undefined
        ? [[Number(part), error] as const]
        : [],
    ),
  )
  return (
    <div className={styles.parts}>
      <p className={styles.problem}>{t('adjust.splitAnew')}</p>
      <PaymentsEditor
        value={parts}
        onChange={onChange}
        methods={methodsFor(
          line.target.customerName === null,
          parts.map(({ method }) => method),
        )}
        errors={errors}
      />
    </div>
  )
}
