import { useQuery } from '@tanstack/react-query'
import { generateLocations, previewLocations, rangeOf } from '@xunyun/contract/warehouse/locations/calls'
import { Checkbox, Form, Input } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import type { Sending } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { warehousePaths } from '../masters/index.ts'
import { LocationFields } from './LocationFields.tsx'
import { LocationLimits } from './LocationLimits.tsx'
import styles from './Locations.module.css'

type Range = { readonly from?: string; readonly to?: string }
type Parts = { aisle: Range; rack: Range; level: Range; slot?: Range }
type Values = Omit<Sending<typeof generateLocations>, keyof Parts> & Parts
const parts = ['aisle', 'rack', 'level', 'slot'] as const
type Part = (typeof parts)[number]

const upper = (text: string) => text.trim().toUpperCase()
const ranged = (range: Range | undefined) => ({ from: upper(range?.from ?? ''), to: upper(range?.to ?? '') })
/** As the contract takes it: a part that is left empty is not given. */
const inputOf = <V extends Partial<Values>>(values: V) => {
  const slot = ranged(values.slot)
  const given = { aisle: ranged(values.aisle), rack: ranged(values.rack), level: ranged(values.level) }
  return { ...values, ...given, slot: slot.from === '' && slot.to === '' ? undefined : slot }
}

/** 批量生成: the locations of whole aisles by a pattern; what will be made is shown while it is typed. */
export function GenerateForm({ place, onClose }: { place: Partial<Values>; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/locations', 'ui'])
  const generate = useAction(generateLocations, { refresh: warehousePaths })
  const [initial] = useState<Partial<Values>>({
    ...place,
    aisle: { from: '01', to: '02' },
    rack: { from: '01', to: '10' },
    level: { from: '1', to: '4' },
    slot: {},
    serpentine: true,
    mixItem: true,
    mixBatch: true,
  })
  const save = async (values: Values, options: { key: string }) => {
    const { made, existing } = await generate.run(inputOf(values), options)
    toast.success(t(existing === 0 ? 'generate.done' : 'generate.doneSome', { made, existing }))
  }
  return (
    <FormDrawer<Values>
      name="locations-generate"
      title={t('act.generate')}
      submitLabel={t('generate.run')}
      call={generateLocations}
      initial={initial}
      width={960}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={styles.two}>
        <div>
          <FormSection title={t('section.place')}>
            <LocationFields />
          </FormSection>
          <FormSection title={t('section.pattern')} hint={t('hint.pattern')}>
            {parts.map((part) => (
              <RangeFields key={part} part={part} />
            ))}
            <Field
              name="serpentine"
              required={false}
              label={t('generate.serpentine')}
              valuePropName="checked"
              span={2}
              hint={t('hint.serpentine')}
            >
              <Checkbox />
            </Field>
          </FormSection>
          <LocationLimits />
        </div>
        <Preview />
      </div>
    </FormDrawer>
  )
}

/** From … to of one part of the code. The slots may be left out. */
function RangeFields({ part }: { part: Part }) {
  const { t } = useTranslation('warehouse/locations')
  const form = Form.useFormInstance()
  const isRange = (to: string) => {
    const { from = '' } = (form.getFieldValue(part) ?? {}) as Range
    return rangeOf(upper(from), upper(to)).length > 0 ? null : t('generate.wrongRange')
  }
  const required = part !== 'slot'
  return (
    <>
      <Field name={[part, 'from']} label={t('generate.from', { part: t(`location.${part}`) })} required={required}>
        <Input />
      </Field>
      <Field name={[part, 'to']} label={t('generate.to')} required={required} check={isRange}>
        <Input />
      </Field>
    </>
  )
}

/** How many it would make, which, and what is there already. Nothing is stored. */
function Preview() {
  const { t } = useTranslation('warehouse/locations')
  const form = Form.useFormInstance<Values>()
  const values = (Form.useWatch([], form) ?? {}) as Partial<Values>
  const asked = useDeferredValue(JSON.stringify(inputOf(values)))
  const tried = useQuery({
    ...q(previewLocations, JSON.parse(asked)),
    enabled: Boolean(values.warehouseId && values.zoneId),
    retry: false,
    staleTime: 10_000,
    placeholderData: (before) => before,
  })
  const { data } = tried
  return (
    <aside className={styles.live} aria-live="polite">
      <h3>{t('generate.preview')}</h3>
      {tried.isError || !data ? (
        <p className={styles.quiet}>{tried.isError ? tried.error.message : t('generate.choose')}</p>
      ) : (
        <>
          <p className={styles.count}>
            <b>{figure(data.count - data.existing)}</b>
            {t('generate.count')}
          </p>
          {data.existing > 0 && <p className={styles.quiet}>{t('generate.existing', { number: data.existing })}</p>}
          <ol className={styles.codes}>
            {data.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </>
      )}
    </aside>
  )
}
