import { useQuery } from '@tanstack/react-query'
import { closeMonth, getMonthCheck, type KeptSums } from '@xunyun/contract/close/calls'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { confirm } from '../../shared/ui/confirm.ts'
import { figure, money } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import styles from './Close.module.css'
import { listOfCheck, monthPaths } from './paths.ts'
import { UnsentSheet } from './UnsentSheet.tsx'

/** The next month: what keeps it open, what is to be known, the sums to be kept; then it is closed. */
export function CloseMonth({ months }: { months: readonly string[] }) {
  const { t } = useTranslation('close')
  const [chosen, setChosen] = useState(months[0] as string)
  const month = months.includes(chosen) ? chosen : (months[0] as string)
  const [listing, setListing] = useState(false)
  const check = useQuery(q(getMonthCheck, { month }))
  const close = useAction(closeMonth, {
    refresh: monthPaths,
    success: ({ putOff }) => (putOff === 0 ? t('done', { month }) : t('doneAndPutOff', { month, count: putOff })),
  })
  const ask = async () => {
    const yes = t('close', { month })
    if (await confirm({ title: yes, text: t('sure', { month }), yes, danger: true }))
      await close.run({ month }).catch(() => undefined)
  }
  return (
    <section>
      <div className={styles.choice}>
        <h3 className={styles.title}>{t('next')}</h3>
        {months.length > 1 ? (
          <Select
            aria-label={t('next')}
            value={month}
            options={months.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        ) : (
          <b>{month}</b>
        )}
      </div>
      <Loaded of={check}>
        {({ checks, kept, before, from, to }) => {
          const open = checks.filter(({ count }) => count > 0)
          const isBlocked = open.some(({ blocks }) => blocks)
          return (
            <>
              <h3 className={styles.title}>{t('check')}</h3>
              {open.length === 0 && <p className={styles.hint}>{t('nothing')}</p>}
              <ul className={styles.checks}>
                {open.map(({ check: name, count, blocks }) => {
                  const path = listOfCheck[name]?.({ from, to })
                  return (
                    <li key={name}>
                      <span>
                        <StateTag tone={blocks ? 'red' : 'orange'}>{blocks ? t('blocks') : t('warns')}</StateTag>{' '}
                        {path === undefined ? (
                          <Button type="link" size="small" onClick={() => setListing(true)}>
                            {t(`check.${name}`)}
                          </Button>
                        ) : (
                          <Link to={path}>{t(`check.${name}`)}</Link>
                        )}
                      </span>
                      <b>{figure(count)}</b>
                    </li>
                  )
                })}
              </ul>
              {listing && <UnsentSheet month={month} onClose={() => setListing(false)} />}
              {open.some(({ check: name }) => name === 'unreviewed') && <p className={styles.hint}>{t('putOff')}</p>}
              <h3 className={styles.title}>{t('kept')}</h3>
              <Kept kept={kept} before={before} />
              <p className={styles.foot}>
                <Button type="primary" disabled={isBlocked} loading={close.pending} onClick={() => void ask()}>
                  {t('close', { month })}
                </Button>
              </p>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** By both days; beside them what was kept before the month was opened again. */
function Kept({ kept, before }: { kept: KeptSums; before: KeptSums | null }) {
  const { t } = useTranslation(['close', 'profit', 'enquiries'])
  return (
    <LinesTable
      label={t('kept')}
      rows={(['biz', 'posted'] as const).map((basis) => ({ basis, ...kept[basis], was: before?.[basis].profit }))}
      keyOf={({ basis }) => basis}
      columns={[
        ['', ({ basis }) => t(`profit:basis.${basis}`)],
        [t('profit:column.revenue'), ({ revenue }) => money(revenue), 'right'],
        [t('profit:column.cost'), ({ cost }) => money(cost), 'right'],
        [t('enquiries:column.profit'), ({ profit }) => money(profit), 'right'],
        ...(before === null
          ? []
          : [[t('before'), ({ was }: { was?: string | undefined }) => money(was), 'right'] as const]),
      ]}
    />
  )
}
