import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import type { Output } from '@xunyun/contract/kernel/call'
import { explainProfit } from '@xunyun/contract/profit/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { RecordSheet } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dotted, figure, money } from '../../shared/ui/format.ts'
import { Steps } from '../prices/index.ts'
import type { Cell } from './asked.ts'
import styles from './Profit.module.css'

type Answer = Output<typeof explainProfit>
type Props = {
  cell: Cell
  /** Not given: all of the cell. */
  lineId?: number
  title: string
  onClose: () => void
}

/** What a figure is: its formula, its parts, and of one waybill every charge with its steps and shares. */
export function ExplainSheet({ cell, lineId, title, onClose }: Props) {
  const { t } = useTranslation('profit')
  const language = useLanguage()
  const answer = useQuery(q(explainProfit, { ...cell, ...(lineId === undefined ? {} : { lineId }) } as never))
  return (
    <RecordSheet of={answer} width={760} onClose={onClose} title={`${t('explain')} · ${title}`}>
      {(told) => (
        <>
          <p className={styles.formula}>
            {t('explain.formulaTitle')}
            <br />
            <b>
              {money(told.profit)} = {money(told.revenue)} − {money(told.cost)}
            </b>
            {told.rate !== null && (
              <>
                <br />
                {t('explain.rate', { rate: figure(told.rate, 1) })}
              </>
            )}
          </p>
          <h3 className={styles.title}>{t('explain.parts')}</h3>
          <LinesTable
            label={t('explain.parts')}
            rows={told.parts}
            keyOf={({ side, feeItem, source }) => `${side}-${feeItem}-${source}`}
            columns={[
              [t('explain.side'), ({ side }) => t(`explain.${side}`)],
              [
                t('explain.feeItem'),
                ({ feeItem }) => (feeItem === null ? t('explain.divided') : wordFor('feeItem', feeItem, language)),
              ],
              [t('explain.source'), ({ source }) => source && wordFor('chargeSource', source, language)],
              [t('explain.count'), ({ count }) => figure(count), 'right'],
              [t('explain.amount'), ({ amount }) => money(amount), 'right'],
            ]}
          />
          {told.division.length > 0 && (
            <>
              <h3 className={styles.title}>{t('explain.division')}</h3>
              <LinesTable
                label={t('explain.division')}
                rows={told.division}
                keyOf={({ key }) => key}
                columns={[
                  [t(`dimension.${cell.dimension}`), ({ label, isThis }) => (isThis ? <b>{label}</b> : label)],
                  [t('explain.weight'), ({ weight }) => figure(weight), 'right'],
                  [t('explain.revenue'), ({ revenue }) => money(revenue), 'right'],
                ]}
              />
            </>
          )}
          {told.charges.length > 0 && <h3 className={styles.title}>{t('explain.charges')}</h3>}
          {told.charges.map((charge) => (
            <Charge key={`${charge.id}-${charge.side}`} charge={charge} />
          ))}
        </>
      )}
    </RecordSheet>
  )
}

/** ZJ, opened by whoever may. */
function Adjustment({ id, no }: NonNullable<Answer['charges'][number]['adjustment']>) {
  const mayOpen = useRight('incOrDecList').browse
  return (
    <>
      {' · '}
      {mayOpen && id !== null ? <Link to={`${pathTo('incOrDecList')}?tab=&adjustment=${id}`}>{no}</Link> : no}
    </>
  )
}

function Charge({ charge }: { charge: Answer['charges'][number] }) {
  const { t } = useTranslation('profit')
  const language = useLanguage()
  return (
    <section className={styles.charge}>
      <header>
        <span>
          {dotted(
            t(`explain.${charge.side}`),
            wordFor('feeItem', charge.feeItem, language),
            wordFor('chargeSource', charge.source, language),
            charge.no,
            charge.partyName,
            charge.day,
          )}
          {charge.adjustment && <Adjustment {...charge.adjustment} />}
        </span>
        <span>
          {charge.taxRate !== null && `${figure(charge.taxRate)} % · `}
          {charge.whole !== charge.amount && `${t('explain.whole')} ${money(charge.whole)} · `}
          <b>{money(charge.amount)}</b>
        </span>
      </header>
      {charge.steps.length > 0 && <Steps steps={charge.steps} source={charge.source} />}
      {charge.shares.length > 1 && (
        <LinesTable
          label={t('explain.shares')}
          rows={charge.shares}
          keyOf={({ waybillNo }) => waybillNo}
          columns={[
            [t('explain.shares'), ({ waybillNo }) => waybillNo],
            [t('explain.weight'), ({ basis }) => figure(basis), 'right'],
            [t('explain.amount'), ({ amount }) => money(amount), 'right'],
          ]}
        />
      )}
    </section>
  )
}
