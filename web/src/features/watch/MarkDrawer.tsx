import { setKeyWaybills } from '@xunyun/contract/watch/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { watchPaths } from './useClaim.ts'

/** 设重点 of what is scanned or pasted. */
export function MarkDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['watch', 'waybills'])
  const mark = useBatch(setKeyWaybills, { title: t('waybills:done.setKey'), refresh: watchPaths })
  return (
    <FormDrawer<{ numbers: string; reason: string }>
      name="watch-mark"
      title={t('mark.title')}
      submitLabel={t('waybills:act.setKey')}
      width={480}
      call={setKeyWaybills}
      initial={{}}
      onSubmit={({ numbers, reason }) =>
        mark.run({
          ids: undefined,
          numbers: [...new Set(numbers.split(/[\s,，、;；]+/).filter((no) => no !== ''))],
          reason,
        })
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="numbers" label={t('mark.numbers')} hint={t('mark.hint')} contract={false} required>
          <Input.TextArea rows={6} autoFocus />
        </Field>
        <Field name="reason" label={t('waybills:reason.setKey')}>
          <Input.TextArea rows={3} maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
