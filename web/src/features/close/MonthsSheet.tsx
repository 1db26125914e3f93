import { useQuery } from '@tanstack/react-query'
import { getMonthHistory, getMonths, type MonthRow, reopenMonth } from '@xunyun/contract/close/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { StateTag, type Tone } from '../../shared/ui/StateTag.tsx'
import styles from './Close.module.css'
import { CloseMonth } from './CloseMonth.tsx'
import { useMonthHistory } from './monthHistory.ts'
import { monthPaths } from './paths.ts'

const tones: Readonly<Record<MonthRow['state'], Tone>> = { open: 'grey', closed: 'green', reopening: 'orange' }

/** 关账: the next month with its checks, and the months that are closed. */
export function MonthsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['close', 'profit', 'enquiries', 'ui'])
  const language = useLanguage()
  const mayClose = useRight('closeMonth').edit
  const months = useQuery(q(getMonths, {}))
  const [reopening, setReopening] = useState<string | null>(null)
  const history = useHistory(getMonthHistory, useMonthHistory())
  const reopen = useAction(reopenMonth, { refresh: monthPaths, success: t('reopened') })
  return (
    <Sheet title={t('title')} width={760} onClose={onClose}>
      <Loaded of={months}>
        {({ rows, next, hindrance }) => (
          <>
            {mayClose &&
              (hindrance === null ? <CloseMonth months={next} /> : <p className={styles.hint}>{hindrance}</p>)}
            <h3 className={styles.title}>{t('months')}</h3>
            <LinesTable
              label={t('months')}
              rows={rows}
              none={t('none')}
              columns={[
                [t('profit:dimension.month'), ({ month }) => month],
                [
                  t('state'),
                  ({ state, waitsFor, reason }) => (
                    <span title={reason ?? undefined}>
                      <StateTag tone={tones[state]}>{wordFor('monthState', state, language)}</StateTag>
                      {waitsFor !== null && ` ${t('waits', { name: waitsFor })}`}
                    </span>
                  ),
                ],
                [
                  dotted(t('enquiries:column.profit'), t('profit:basis.biz')),
                  ({ kept }) => money(kept?.biz.profit),
                  'right',
                ],
                [
                  dotted(t('enquiries:column.profit'), t('profit:basis.posted')),
                  ({ kept }) => money(kept?.posted.profit),
                  'right',
                ],
                [t('closedAt'), ({ closedAt }) => dateTime(closedAt)],
                [t('closedBy'), ({ closedByName }) => closedByName],
                [
                  null,
                  (row) => (
                    <span className={styles.acts}>
                      {isAble(row, 'reopen') && (
                        <Button size="small" danger onClick={() => setReopening(row.month)}>
                          {t('reopen')}
                        </Button>
                      )}
                      <Button size="small" type="text" onClick={() => history.open(row.id, row.month)}>
                        {t('ui:history.title')}
                      </Button>
                    </span>
                  ),
                ],
              ]}
            />
          </>
        )}
      </Loaded>
      {reopening !== null && (
        <ReasonDialog
          title={t('reopenTitle', { month: reopening })}
          text={t('reopenHint', { month: reopening })}
          yes={t('reopen')}
          danger
          onSubmit={(reason) => reopen.run({ month: reopening, reason })}
          onClose={() => setReopening(null)}
        />
      )}
      {history.drawer}
    </Sheet>
  )
}
