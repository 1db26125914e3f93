import { useQuery } from '@tanstack/react-query'
import {
  addPositions,
  endPositionToken,
  getDeviceSuppliers,
  getPositionTokens,
  makePositionToken,
  mostPositions,
  positionExample,
} from '@xunyun/contract/devices/positions'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { copyText } from '../../shared/detail/copyText.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { confirm } from '../../shared/ui/confirm.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import styles from './Devices.module.css'

const refresh = [getPositionTokens.path]

/** By which tokens suppliers' platforms report positions: made, shown once, ended. */
export function TokensSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const tokens = useQuery(q(getPositionTokens, {}))
  const make = useAction(makePositionToken, { refresh })
  const end = useAction(endPositionToken, { refresh, success: t('token.ended') })
  const [supplierId, setSupplierId] = useState<number>()
  const [made, setMade] = useState<string>()
  const add = async () => {
    if (supplierId === undefined) return
    try {
      setMade((await make.run({ supplierId })).token)
      setSupplierId(undefined)
    } catch {
      // It has been said.
    }
  }
  const stop = async (id: number, tail: string) => {
    if (
      await confirm({ title: t('token.endAsk', { tail }), text: t('token.endText'), yes: t('token.end'), danger: true })
    )
      await end.run({ id }).catch(() => undefined)
  }
  return (
    <Sheet title={t('token.title')} width={640} onClose={onClose}>
      <p>{t('token.hint', { path: addPositions.path, most: mostPositions })}</p>
      <details className={styles.body}>
        <summary>{t('token.body')}</summary>
        <pre>{JSON.stringify(positionExample, null, 2)}</pre>
        <p>{t('token.fields')}</p>
        <p>{t('token.answers')}</p>
      </details>
      <div className={styles.make}>
        <Lookup
          call={getDeviceSuppliers}
          value={supplierId}
          onChange={(id: number | undefined) => setSupplierId(id)}
          placeholder={t('device.supplierName')}
          aria-label={t('device.supplierName')}
        />
        <Button type="primary" disabled={supplierId === undefined} loading={make.pending} onClick={() => void add()}>
          {t('token.make')}
        </Button>
      </div>
      {made !== undefined && (
        <div className={styles.token} role="status">
          <span>{t('token.once')}</span>
          <code>{made}</code>
          <Button onClick={() => void copyText(made)}>{t('token.copy')}</Button>
        </div>
      )}
      <Loaded of={tokens}>
        {(rows) => (
          <LinesTable
            label={t('token.title')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              [t('device.supplierName'), ({ supplierName }) => supplierName],
              [t('token.tail'), ({ tail }) => `…${tail}`],
              [t('token.made'), ({ madeAt, madeByName }) => `${dateTime(madeAt)} ${madeByName}`],
              [t('token.used'), ({ usedAt }) => (usedAt === null ? '—' : dateTime(usedAt))],
              [
                t('token.state'),
                ({ id, tail, endedAt }) =>
                  endedAt === null ? (
                    <Button size="small" danger onClick={() => void stop(id, tail)}>
                      {t('token.end')}
                    </Button>
                  ) : (
                    `${t('token.over')} ${dateTime(endedAt)}`
                  ),
              ],
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
