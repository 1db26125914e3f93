import { getUsers } from '@xunyun/contract/system/calls'
import { assignWatched, type WatchRow } from '@xunyun/contract/watch/calls'
import type { WatchList } from '@xunyun/contract/watch/lists'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { few } from '../../shared/ui/few.ts'
import { watchPaths, whatOf } from './useClaim.ts'

type Props = { list: WatchList; rows: readonly WatchRow[]; onClose: () => void; onDone: () => void }

/** 转派: somebody else follows it, and why. */
export function AssignDialog({ list, rows, onClose, onDone }: Props) {
  const { t } = useTranslation('watch')
  const assign = useBatch(assignWatched, { title: t('done.assign'), refresh: watchPaths, onDone })
  const owner = few(rows.map(({ ownerName }) => ownerName))
  return (
    <FormDrawer<{ ownerId: number; reason: string }>
      name={`watch-assign-${list}-${rows
        .map(({ id }) => id)
        .join('-')
        .slice(0, 60)}`}
      title={t('assign.title', { what: whatOf(rows, t) })}
      submitLabel={t('act.assign')}
      width={440}
      call={assignWatched}
      initial={{}}
      onSubmit={(values) => assign.run({ list, ids: rows.map(({ id }) => id), ...values })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="ownerId" label={t('assign.to')} hint={owner && t('assign.now', { who: owner })}>
          <Lookup call={getUsers} />
        </Field>
        <Field name="reason" label={t('assign.reason')}>
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
