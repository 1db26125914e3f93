import { useQuery } from '@tanstack/react-query'
import { getStockProofs, proveLedger } from '@xunyun/contract/warehouse/ledger/ledger'
import type { StockProof } from '@xunyun/contract/warehouse/ledger/proof'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { exactTime, figure } from '../../../shared/ui/format.ts'
import { Loaded } from '../../../shared/ui/Loaded.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from './Stock.module.css'

/** The last proofs that the ledger is the stock, and a new one: a difference names its key. */
export function ProofSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('warehouse/ledger')
  const proofs = useQuery({ ...q(getStockProofs, {}), staleTime: 0 })
  const prove = useAction(proveLedger, { refresh: [getStockProofs.path] })
  const run = (kind: StockProof['kind']) => void prove.run({ kind }).catch(() => undefined)
  return (
    <Sheet
      width={560}
      title={t('proof.title')}
      onClose={onClose}
      footer={
        <>
          <Button loading={prove.pending} onClick={() => run('sinceOpening')}>
            {t('proof.sinceOpening')}
          </Button>
          <Button type="primary" loading={prove.pending} onClick={() => run('whole')}>
            {t('proof.whole')}
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>{t('proof.hint')}</p>
      <Loaded of={proofs}>
        {(proofs) =>
          proofs.length === 0 ? (
            <Empty title={t('proof.none')} />
          ) : (
            <ol className={styles.proofs}>
              {proofs.map((proof) => (
                <Proof key={proof.id} proof={proof} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Sheet>
  )
}

function Proof({ proof }: { proof: StockProof }) {
  const { t } = useTranslation('warehouse/ledger')
  return (
    <li>
      <div className={styles.proof}>
        <StateTag tone={proof.differences === 0 ? 'green' : 'red'}>
          {proof.differences === 0 ? t('proof.fine') : t('proof.broken', { count: proof.differences })}
        </StateTag>
        <span className={styles.quiet}>
          {t(`proof.${proof.kind}`)} · {exactTime(proof.at)} ·{' '}
          {t('proof.line', { moves: figure(proof.moves), ms: figure(proof.ms) })}
        </span>
      </div>
      {proof.broken.map((key) => (
        <p key={`${key.what}-${key.stockId}`} className={styles.broken}>
          <b>
            {t(`proof.what.${key.what}`)} ·{' '}
            {[key.warehouse, key.location, key.itemNo, key.batchNo, key.container]
              .filter((part) => part !== null && part !== '')
              .join(' ')}
          </b>
          <span>{t('proof.balance', { figures: key.balance.map((value) => figure(value)).join(' / ') })}</span>
          <span>{t('proof.ledger', { figures: key.ledger.map((value) => figure(value)).join(' / ') })}</span>
        </p>
      ))}
    </li>
  )
}
