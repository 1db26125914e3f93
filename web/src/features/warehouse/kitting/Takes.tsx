import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { PlannedTakes } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { LinesTable } from '../../../shared/detail/LinesTable.tsx'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Kitting.module.css'
import { type Drafts, offeredTakes } from './orderDraft.ts'
import { Places, usePartColumns, Wrong } from './partCells.tsx'

type Props = {
  readonly lines: readonly PlannedTakes[]
  readonly drafts: Drafts
  readonly onChange: ((parts: Drafts) => void) | undefined
}

/** Parts of an assembly with the places they are taken from. */
export function Takes({ lines, drafts, onChange }: Props) {
  const { t } = useTranslation('warehouse/kitting')
  const part = usePartColumns(t('field.needed'))
  return (
    <LinesTable
      label={t('order.takes')}
      rows={lines}
      keyOf={({ partId }) => partId}
      columns={[
        ...part,
        [
          t('order.from'),
          (line, at) => (
            <>
              {line.takes.length === 0 ? '—' : <Places of={line.takes} />}
              {line.serialControlled && (
                <Input.TextArea
                  className={styles.numbers}
                  autoSize={{ minRows: 1, maxRows: 6 }}
                  placeholder={t('hint.serials')}
                  aria-label={`${t('field.serials')} ${line.itemNo}`}
                  value={drafts[line.partId]?.serials ?? offeredTakes(line).join('\n')}
                  onChange={({ target }) =>
                    onChange?.({ ...drafts, [line.partId]: { serials: target.value || undefined } })
                  }
                />
              )}
              <Wrong at={at} field="serials" />
            </>
          ),
        ],
        [
          t('field.missing'),
          ({ missing }) =>
            compareDecimal(missing, '0') > 0 && <span className={styles.missing}>{figure(missing)}</span>,
          'right',
        ],
      ]}
    />
  )
}
