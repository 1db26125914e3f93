import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getSpecial, getSpecialHistory, type SpecialDetail } from '@xunyun/contract/dispatch/special'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import table from '../../../shared/detail/Lines.module.css'
import { LinesTable, numbered } from '../../../shared/detail/LinesTable.tsx'
import { Route } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, figure, money, volume, weight } from '../../../shared/ui/format.ts'
import { ArrangementSheet, ArrangementTabs, besideCosts } from '../ArrangementSheet.tsx'
import styles from '../Dispatch.module.css'
import { useHandedHistory } from '../handedHistory.ts'
import { specialTones, wayOf } from './specialColumns.tsx'
import { useSpecialActs } from './useSpecialActs.tsx'

/** One line shipment: its facts, its cargo with what the carrier still has, and what can be done next. `print`: it is opened to be printed. */
export function SpecialDrawer({ id, print, onClose }: { id: number; print: boolean; onClose: () => void }) {
  const { t } = useTranslation('handedOut')
  const special = useQuery(q(getSpecial, { id }))
  const acts = useSpecialActs()
  const no = special.data?.arrangementNo
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it is there
  useEffect(() => {
    if (print && no !== undefined) acts.print.open('handover', [{ id, no, pieces: 0 }])
  }, [no])
  return (
    <ArrangementSheet
      of={special}
      width={920}
      title={t('special.titleOf', { no: no ?? '' })}
      words="specialState"
      tones={specialTones}
      history={getSpecialHistory}
      says={useHandedHistory()}
      acts={{
        row: (one) => besideCosts(acts.row(one)),
        dialogs: (
          <>
            {acts.dialogs}
            {acts.print.dialog}
          </>
        ),
      }}
      onClose={onClose}
    >
      {(one) => (
        <ArrangementTabs id={one.id} label={one.arrangementNo}>
          <Body special={one} />
        </ArrangementTabs>
      )}
    </ArrangementSheet>
  )
}

function Body({ special }: { special: SpecialDetail }) {
  const { t } = useTranslation('handedOut')
  const language = useLanguage()
  const moment = (at: string | null) => at && dateTime(at)
  const sum = (field: 'freightToCollect' | 'codAmount') =>
    money(
      sumDecimals(
        special.lines.map((line) => line[field]),
        2,
      ),
    )
  const copies = special.lines.reduce((all, line) => all + line.receiptCopies, 0)
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('column.carrier'), value: special.carrierName },
          { label: t('column.carrierNo'), value: special.carrierNo },
          { label: t('column.way'), value: <Route {...wayOf(special)} /> },
          {
            label: t('column.ends'),
            value: [wordFor('specialEnds', special.ends, language), special.onNotice && t('column.onNotice')]
              .filter(Boolean)
              .join(' · '),
          },
          { label: t('column.expectAt'), value: moment(special.expectAt) },
          {
            label: t('column.receiptCopies'),
            value: special.receiptCopies === null ? null : figure(special.receiptCopies),
          },
          { label: t('column.handedAt'), value: moment(special.handedAt) },
          { label: t('column.arrivedAt'), value: moment(special.arrivedAt) },
          { label: t('column.remark'), value: special.remark ?? special.cancelReason },
        ]}
      />
      <LinesTable
        label={t('form.lines')}
        rows={special.lines}
        keyOf={(line) => `${line.waybillId}-${line.fromPlace}-${line.fromId}`}
        columns={[
          ['#', numbered[1]],
          [
            t('column.waybillNo'),
            ({ waybillNo }) => <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
          ],
          [t('column.customer'), (line) => <div className={styles.clip}>{line.customerName ?? '—'}</div>],
          [t('column.route'), (line) => <Route from={line.shipperCity} to={line.consigneeCity} />],
          [
            t('column.pieces'),
            (line) => (
              <>
                {figure(line.pieces)}
                {line.pieces < line.totalPieces && <span className={table.quiet}> / {figure(line.totalPieces)}</span>}
              </>
            ),
            'right',
          ],
          [t('column.left'), (line) => figure(line.left + line.refused), 'right'],
          [`${t('column.weight')} kg`, (line) => weight(line.weight), 'right'],
          [`${t('column.volume')} m³`, (line) => volume(line.volume), 'right'],
          [t('facts.collect'), (line) => money(line.freightToCollect), 'right'],
          [t('facts.cod'), (line) => money(line.codAmount), 'right'],
          [t('column.receiptCopies'), (line) => figure(line.receiptCopies), 'right'],
        ]}
        foot={[
          null,
          t('totals'),
          null,
          null,
          figure(special.pieces),
          figure(special.left),
          weight(special.weight),
          volume(special.volume),
          sum('freightToCollect'),
          sum('codAmount'),
          figure(copies),
        ]}
      />
    </>
  )
}
