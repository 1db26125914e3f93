import { useQuery } from '@tanstack/react-query'
import { getChain } from '@xunyun/contract/waybills/chains'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { RecordSheet } from '../../../shared/detail/RecordSheet.tsx'
import { exactTime } from '../../../shared/ui/format.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from './Chains.module.css'
import { eventWord } from './chainColumns.tsx'

/** One chain, event by event: each hash follows from the one before, and the first that does not is named. */
export function ChainDrawer({ id, no, onClose }: { id: number; no: string; onClose: () => void }) {
  const { t } = useTranslation('waybills')
  const chain = useQuery({ ...q(getChain, { id }), staleTime: 0 })
  return (
    <RecordSheet of={chain} width={720} title={<Link to={pathTo('waybill', { no })}>{no}</Link>} onClose={onClose}>
      {(data) => (
        <>
          <div className={styles.top}>
            <div>
              <StateTag tone={data.ok ? 'green' : 'red'}>
                {data.ok ? t('chain.isWhole') : t('chain.isBroken', { at: data.brokenAt ?? 0 })}
              </StateTag>
              <p className={styles.quiet}>{t('chain.qrHint')}</p>
              <a href={data.verifyUrl} target="_blank" rel="noreferrer">
                {data.verifyUrl}
              </a>
            </div>
            <img
              className={styles.qr}
              alt={t('chain.qr')}
              src={`data:image/svg+xml;utf8,${encodeURIComponent(data.qr)}`}
            />
          </div>
          <ol className={styles.chain}>
            {data.events.map((event) => (
              <li key={event.seq} data-broken={!event.holds || undefined}>
                <div className={styles.event}>
                  <b>
                    {event.seq}. {eventWord(event.type)}
                  </b>
                  <span className={styles.quiet}>
                    {exactTime(event.at)} · {event.byName}
                  </span>
                  {event.seq === data.brokenAt && <StateTag tone="red">{t('chain.breaksHere')}</StateTag>}
                </div>
                <dl>
                  <dt>{t('chain.prevHash')}</dt>
                  <dd>
                    <code>{event.prevHash}</code>
                  </dd>
                  <dt>{t('chain.hash')}</dt>
                  <dd>
                    <code>{event.hash}</code>
                  </dd>
                </dl>
              </li>
            ))}
          </ol>
        </>
      )}
    </RecordSheet>
  )
}
