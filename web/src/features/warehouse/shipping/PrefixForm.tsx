import { useQuery } from '@tanstack/react-query'
import { getCartonPrefix, setCartonPrefix } from '@xunyun/contract/warehouse/shipping/cartons'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'

type Values = { prefix?: string }

/** The company's number at GS1: what cartons are numbered with from now on. Those that have a number keep it. */
export function PrefixForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['warehouse/shipping', 'ui'])
  const { data } = useQuery({
    ...q(getCartonPrefix, {}),
    staleTime: 0,
  })
  const save = useAction(setCartonPrefix, { refresh: [getCartonPrefix.path], success: t('prefix.saved') })
  return (
    <FormDrawer<Values>
      name="carton-prefix"
      title={t('prefix.title')}
      submitLabel={t('ui:master.save')}
      call={setCartonPrefix}
      initial={data && { prefix: data.prefix ?? undefined }}
      width={480}
      onSubmit={(values, options) => save.run(values, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="prefix" label={t('prefix.field')} hint={t('prefix.hint')}>
          <Input maxLength={10} inputMode="numeric" placeholder={t('prefix.none')} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
