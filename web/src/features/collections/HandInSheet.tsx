import { useQuery } from '@tanstack/react-query'
import {
  type CollectionRow,
  getHandIn,
  getHandInHistory,
  type HandInDetail,
  offsetChannel,
} from '@xunyun/contract/collections/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import styles from './Collections.module.css'
import { useHandInHistory } from './handInHistory.ts'
import { handInTones } from './tones.ts'
import { useHandInActs } from './useHandInActs.tsx'

type Props = { readonly id: number; readonly isWaiting: boolean; readonly onClose: () => void }

/** What a holder has of a day, or one hand-in: its channels, what was collected, its timeline, and what comes next. */
export function HandInSheet({ id, isWaiting, onClose }: Props) {
  const { t } = useTranslation('collections')
  const found = useQuery(q(getHandIn, { id, ...(isWaiting ? { waiting: true } : {}) }))
  const acts = useHandInActs(isWaiting ? onClose : undefined)
  const history = useHandInHistory()
  return (
    <>
      <RecordSheet
        of={found}
        width={820}
        onClose={onClose}
        title={found.data && (found.data.no ?? dotted(found.data.holderName, found.data.toDay))}
        state={({ state }) => (
          <RecordState words="handInState" of={state} tones={handInTones} struck={state === 'returned'} />
        )}
        footer={(one) => {
          const actions = acts.row(one)
          const [next] = actions
          return next && <div className={styles.foot}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) =>
          isWaiting ? (
            <Body handIn={one} />
          ) : (
            <RecordTabs
              label={one.no ?? ''}
              panes={[
                { key: 'facts', label: t('detail.facts'), pane: <Body handIn={one} /> },
                {
                  key: 'history',
                  label: t('detail.history'),
                  pane: <History key={one.version} call={getHandInHistory} id={id} {...history} />,
                },
              ]}
            />
          )
        }
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

function Body({ handIn: one }: { handIn: HandInDetail }) {
  const { t } = useTranslation('collections')
  const language = useLanguage()
  const maySee = useRight('allWayBill').browse
  const channel = (code: string | null) =>
    code === null ? '' : code === offsetChannel ? t('count.offset') : wordFor('payChannel', code, language)
  /** Where it is: with the holder by a channel, or on the account that it came straight to. */
  const where = (code: string | null, account: string | null) => account ?? channel(code)
  return (
    <>
      <Facts
        columns={3}
        facts={[
          {
            label: t('handIn.holderName'),
            value: dotted(one.holderName, wordFor('holderKind', one.holderKind, language)),
          },
          { label: t('handIn.outletName'), value: one.outletName },
          { label: t('handIn.toDay'), value: one.fromDay === one.toDay ? one.toDay : `${one.fromDay} – ${one.toDay}` },
          { label: t('handIn.prepaid'), value: money(one.prepaid) },
          { label: t('handIn.freight'), value: money(one.freight) },
          { label: t('handIn.cod'), value: money(one.cod) },
          { label: t('handIn.due'), value: <b>{money(one.due)}</b> },
          one.counted !== null && { label: t('handIn.counted'), value: money(one.counted) },
          one.difference !== null && { label: t('handIn.difference'), value: money(one.difference) },
          compareDecimal(one.straight, '0') > 0 && { label: t('handIn.straight'), value: money(one.straight) },
          one.decision !== null && {
            label: t('handIn.decision'),
            value: dotted(wordFor('handInDecision', one.decision, language), one.decisionReason),
          },
          one.waitsFor !== null && { label: t('handIn.waitsFor'), value: one.waitsFor },
          one.handedInAt !== null && {
            label: t('handIn.handedInAt'),
            value: dotted(dateTime(one.handedInAt), one.handedInByName),
          },
          one.countedAt !== null && {
            label: t('handIn.countedAt'),
            value: dotted(dateTime(one.countedAt), one.countedByName),
          },
          one.opinion !== null && { label: t('handIn.opinion'), value: one.opinion, span: 3 as const },
          one.remark !== null && { label: t('handIn.remark'), value: one.remark, span: 3 as const },
        ]}
      />
      <h3 className={styles.title}>{t('detail.channels')}</h3>
      <LinesTable
        label={t('detail.channels')}
        rows={one.lines.map((line, id) => ({ id, ...line }))}
        none=""
        columns={[
          [t('detail.channel'), (line) => channel(line.channel)],
          [t('handIn.due'), ({ due }) => money(due), 'right'],
          [t('handIn.counted'), ({ counted }) => money(counted), 'right'],
          [t('count.account'), ({ accountName }) => accountName],
        ]}
      />
      <h3 className={styles.title}>{t('detail.waybills')}</h3>
      <LinesTable<CollectionRow>
        label={t('detail.waybills')}
        rows={one.waybills}
        none=""
        columns={[
          [
            t('detail.waybillNo'),
            ({ waybillNo }) =>
              maySee ? <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link> : waybillNo,
          ],
          [t('handIn.toDay'), ({ day }) => day],
          [t('detail.method'), ({ method }) => wordFor('payMethod', method, language)],
          [t('detail.freight'), ({ freight }) => money(freight), 'right'],
          [t('detail.where'), (line) => where(line.freightChannel, line.freightAccountName)],
          [t('handIn.cod'), ({ cod }) => money(cod), 'right'],
          [t('detail.where'), (line) => where(line.codChannel, line.codAccountName)],
        ]}
      />
    </>
  )
}
