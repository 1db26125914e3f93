import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { type ReceiptDetail, type ReceiptEntryRow, takeBackEntry } from '@xunyun/contract/warehouse/receiving/calls'
import { Button, ConfigProvider } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import lines from '../../../shared/detail/Lines.module.css'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { Serials } from '../../../shared/goods/cells.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import type { Print } from '../../printing/index.ts'
import { inboundPaths } from './paths.ts'
import { containersOf, lotsOf } from './receiptPapers.ts'

const tones = { received: 'green', damaged: 'red', short: 'orange' } as const

/** What was counted in, latest first; a wrong count is taken back, never changed. */
export function Entries({ receipt, print }: { receipt: ReceiptDetail; print: Print }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const mayTakeBack = isAble(receipt, 'takeBack')
  const takeBack = useAction(takeBackEntry, { refresh: inboundPaths })
  const ask = async (entry: ReceiptEntryRow) => {
    const title = t('desk.takeBackAsk', { item: entry.itemNo, qty: figure(entry.qty) })
    if (await confirm({ title, text: t('desk.takeBackText'), yes: t('act.takeBack'), danger: true }))
      await takeBack.run({ entryId: entry.id })
  }
  return (
    <LinesTable
      label={t('desk.entries')}
      none={t('desk.noEntries')}
      rows={receipt.entries}
      isVoid={({ reversedAt }) => reversedAt !== null}
      columns={[
        [t('field.at'), (entry) => dateTime(entry.at)],
        [t('field.by'), (entry) => entry.byName],
        [t('field.itemNo'), (entry) => entry.itemNo],
        [t('field.kind'), ({ kind }) => <StateTag tone={tones[kind]}>{t(`kind.${kind}`)}</StateTag>],
        [t('field.quantity'), (entry) => `${figure(entry.qty)} ${wordFor('unit', entry.baseUnit, language)}`, 'right'],
        [t('field.batchNo'), (entry) => entry.batchNo],
        [t('field.expiry'), (entry) => entry.expiry],
        [t('field.containerCode'), (entry) => entry.containerCode],
        [t('field.location'), (entry) => entry.locationCode],
        [t('field.serials'), (entry) => <Serials of={entry.serials} />],
        [
          null,
          (entry) =>
            entry.reversedAt !== null ? (
              <span className={lines.quiet}>
                {t('desk.reversed', { name: entry.reversedByName ?? '', at: dateTime(entry.reversedAt) })}
              </span>
            ) : (
              // Of a receipt that is only looked at by now, too.
              <ConfigProvider componentDisabled={false}>
                {[...print.action('lot', lotsOf([entry])), ...print.action('container', containersOf([entry]))].map(
                  ({ key, label, onClick }) => (
                    <Button key={key} size="small" type="link" onClick={onClick}>
                      {label}
                    </Button>
                  ),
                )}
                {mayTakeBack && (
                  <Button
                    size="small"
                    type="link"
                    danger
                    loading={takeBack.pending}
                    onClick={() => void ask(entry).catch(() => undefined)}
                  >
                    {t('act.takeBack')}
                  </Button>
                )}
              </ConfigProvider>
            ),
        ],
      ]}
    />
  )
}
