import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUnpacking } from '@xunyun/contract/warehouse/shipping/unpacking'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { RecordSheet } from '../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'

/** One unpacking: out of what, where to, and what exactly. */
export function UnpackingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const unpacking = useQuery(q(getUnpacking, { id }))
  return (
    <RecordSheet of={unpacking} width={840} title={unpacking.data?.unpackNo} onClose={onClose}>
      {(data) => (
        <>
          <Facts
            columns={4}
            facts={[
              { label: t('field.kind'), value: wordFor('unpackKind', data.kind, language) },
              { label: t('field.container'), value: data.containerCode },
              { label: t('field.noticeNo'), value: data.noticeNo },
              { label: t('field.toLocation'), value: data.toLocation },
              { label: t('field.reason'), value: wordFor('unpackReason', data.reason, language) },
              { label: t('field.by'), value: data.byName },
              { label: t('field.at'), value: dateTime(data.at) },
              { label: t('field.ownerName'), value: data.ownerName },
              data.remark && { label: t('field.remark'), value: data.remark, span: 4 },
              data.reversedAt && {
                label: t('tab.reversed'),
                value: `${data.reversedByName ?? ''} ${dateTime(data.reversedAt)} ${data.reverseReason ?? ''}`,
                span: 4,
              },
            ]}
          />
          <LinesTable
            label={t('lines.title')}
            rows={data.lines}
            columns={[
              [t('field.itemNo'), (row) => <Two first={row.itemNo} below={row.itemName} />],
              [t('field.batchNo'), (row) => row.batchNo],
              [t('field.quality'), (row) => wordFor('quality', row.quality, language)],
              [
                t('field.quantity'),
                ({ unit, unitQty, qty, baseUnit }) =>
                  `${unit === null ? '' : `${figure(unitQty)} ${wordFor('unit', unit, language)} → `}${figure(qty)} ${wordFor('unit', baseUnit, language)}`,
                'right',
              ],
              [t('field.location'), (row) => row.fromLocation],
              [t('field.serials'), (row) => row.serials.join(', ')],
            ]}
          />
        </>
      )}
    </RecordSheet>
  )
}
