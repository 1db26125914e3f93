import { changeWatchedDue, type WatchRow } from '@xunyun/contract/watch/calls'
import type { WatchList } from '@xunyun/contract/watch/lists'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { few } from '../../shared/ui/few.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { watchPaths, whatOf } from './useClaim.ts'

type Props = { list: WatchList; rows: readonly WatchRow[]; onClose: () => void; onDone: () => void }

/** 改期限: it is due at another time, and why. */
export function DueDialog({ list, rows, onClose, onDone }: Props) {
  const { t } = useTranslation('watch')
  const change = useBatch(changeWatchedDue, { title: t('done.changeDue'), refresh: watchPaths, onDone })
  const due = few(rows.map(({ dueAt }) => dateTime(dueAt)))
  return (
    <FormDrawer<{ dueAt: string; reason: string }>
      name={`watch-due-${list}-${rows
        .map(({ id }) => id)
        .join('-')
        .slice(0, 60)}`}
      title={t('due.title', { what: whatOf(rows, t) })}
      submitLabel={t('act.changeDue')}
      width={440}
      call={changeWatchedDue}
      initial={{}}
      onSubmit={(values) => change.run({ list, ids: rows.map(({ id }) => id), ...values })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="dueAt" label={t('due.at')} hint={due && t('due.now', { at: due })}>
          <MomentInput />
        </Field>
        <Field name="reason" label={t('assign.reason')}>
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
