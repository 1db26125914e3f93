import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getSpecial, getSpecialHistory, type SpecialDetail } from '@xunyun/contract/dispatch/special'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import table from '../../../shared/detail/Lines.module.css'
import { LinesTable, numbered } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState } from '../../../shared/detail/RecordSheet.tsx'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { Route } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, figure, money, volume, weight } from '../../../shared/ui/format.ts'
import styles from '../Dispatch.module.css'
import { useHandedHistory } from '../handedHistory.ts'
import { specialTones, wayOf } from './specialColumns.tsx'
import { useSpecialActs } from './useSpecialActs.tsx'

/** One line shipment: its facts, its cargo with what the carrier still has, and what can be done next. */
export function SpecialDrawer({ id, print, onClose }: { id: number; print: boolean; onClose: () => void }) {
  const { t } = useTranslation(['handedOut', 'ui'])
  const history = useHistory(getSpecialHistory, useHandedHistory())
  const talk = useComments('arrangement')
  const special = useQuery(q(getSpecial, { id }))
  return (
    <>
      <RecordSheet
        of={special}
        width={820}
        onClose={onClose}
        title={t('special.titleOf', { no: special.data?.arrangementNo ?? '' })}
        state={({ state }) => <RecordState words="specialState" of={state} tones={specialTones} struck={false} />}
        extra={({ arrangementNo }) => (
          <>
            {talk.rowAction(id, arrangementNo).map(({ key, label, onClick }) => (
              <Button key={key} type="text" onClick={onClick}>
                {label}
              </Button>
            ))}
            <Button type="text" onClick={() => history.open(id, arrangementNo)}>
              {t('ui:history.title')}
            </Button>
          </>
        )}
        footer={(one) => <Actions special={one} print={print} />}
      >
        {(one) => <Body special={one} />}
      </RecordSheet>
      {talk.sheet}
      {history.drawer}
    </>
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

function Actions({ special, print }: { special: SpecialDetail; print: boolean }) {
  const acts = useSpecialActs()
  const actions = acts.row(special)
  const primary = actions.slice(0, 1).map(({ key }) => key)
  // Handed over and to be printed: once, when it is opened so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, for this one
  useEffect(() => {
    if (print) acts.print.open('handover', [{ id: special.id, no: special.arrangementNo, pieces: 0 }])
  }, [special.id])
  return (
    <div className={styles.drawerActions}>
      {actButtons({ actions, primary })}
      {acts.dialogs}
    </div>
  )
}
