import { checkInWaybills } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { WhenDialog } from '../../shared/action/WhenDialog.tsx'

type Props = {
  readonly rows: readonly { readonly id: number; readonly waybillNo: string }[]
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** 入站: when the goods came. It is asked, as taking it back takes the right to. */
export function CheckInDialog({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const checkIn = useBatch(checkInWaybills, {
    title: t('done.checkIn'),
    refresh: ['/api/Waybills/', '/api/Dispatch/'],
    onDone,
  })
  const ids = [...new Set(rows.map(({ id }) => id))]
  const no = ids.length === 1 ? rows[0]?.waybillNo : undefined
  return (
    <WhenDialog
      title={no === undefined ? t('checkIn.many', { count: ids.length }) : t('checkIn.title', { no })}
      label={t('checkIn.at')}
      yes={t('act.checkIn')}
      onSubmit={(at) => checkIn.run({ ids, outletId: undefined, at }, { no })}
      onClose={onClose}
    />
  )
}
