import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { placesOf } from '@xunyun/contract/warehouse/masters/quantity'
import { getPutAwayPlaces, type PutAwayRow, putAwayGoods } from '@xunyun/contract/warehouse/receiving/calls'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import { inboundPaths } from './paths.ts'
import styles from './Receiving.module.css'

type Values = { locationId: number; qty: string; serials?: string }

/** Goods to their place: the suggested one, another that fits, or any other; all of them, or a part. */
export function PutAwayForm({ task, onClose }: { task: PutAwayRow; onClose: () => void }) {
  const { t } = useTranslation('warehouse/receiving')
  const put = useAction(putAwayGoods, {
    refresh: inboundPaths,
    success: ({ left }) => (compareDecimal(left, '0') > 0 ? t('place.left', { left: figure(left) }) : t('place.done')),
  })
  return (
    <FormDrawer<Values>
      name={`put-away-${task.id}`}
      title={t('place.title', { item: task.itemNo })}
      submitLabel={t('act.putAway')}
      call={putAwayGoods}
      initial={{ locationId: task.suggestedLocationId ?? undefined, qty: task.qty }}
      onSubmit={({ serials, ...values }, options) =>
        put.run({ id: task.id, ...values, serials: numbersIn(serials) }, options)
      }
      onClose={onClose}
    >
      <PutAwayFields task={task} />
    </FormDrawer>
  )
}

function PutAwayFields({ task }: { task: PutAwayRow }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const qty = Form.useWatch<string | undefined>('qty') ?? ''
  const isPart = /^\d+(\.\d+)?$/.test(qty) && compareDecimal(qty, task.qty) < 0
  const unit = wordFor('unit', task.baseUnit, language)
  return (
    <>
      <FormSection title={t('place.goods')} columns={1}>
        <Facts
          columns={4}
          facts={[
            { label: t('field.itemNo'), value: `${task.itemNo} ${task.itemName}`, span: 2 },
            { label: t('field.ownerName'), value: task.ownerName, span: 2 },
            { label: t('field.batchNo'), value: task.batchNo },
            { label: t('field.expiry'), value: task.expiry },
            { label: t('field.quality'), value: wordFor('quality', task.quality, language) },
            { label: t('field.containerCode'), value: task.containerCode },
          ]}
        />
      </FormSection>
      <FormSection title={t('place.where')} columns={1}>
        <Places task={task} />
        <Field name="locationId" label={t('field.location')}>
          <Lookup
            call={getLocationChoices}
            input={{ warehouseId: task.warehouseId }}
            allowClear={false}
            known={known(task.suggestedLocationId, task.suggestedLocation)}
          />
        </Field>
        <Field name="qty" label={t('field.quantity')} hint={t('place.qtyHint', { qty: figure(task.qty), unit })}>
          <DecimalInput places={placesOf(task.baseUnit)} short suffix={unit} />
        </Field>
        {isPart && task.serials.length > 0 && (
          <Field name="serials" label={t('field.serials')} hint={t('place.serialsHint')} contract={false}>
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} placeholder={task.serials.join('\n')} />
          </Field>
        )}
      </FormSection>
    </>
  )
}

/** Where it fits, best first, each with its reason. */
function Places({ task }: { task: PutAwayRow }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const fill = useFill()
  const chosen = Form.useWatch<number | undefined>('locationId')
  const { data } = useQuery({
    ...q(getPutAwayPlaces, { id: task.id }),
    staleTime: 0,
  })
  if (data?.length === 0) return <p className={styles.nothing}>{t('place.none')}</p>
  return (
    <div className={styles.places} role="radiogroup" aria-label={t('place.where')}>
      {data?.map(({ locationId, code, zoneName, reason, usedPercent }) => (
        // biome-ignore lint/a11y/useSemanticElements: a row of facts to choose, drawn as the grid's rows are
        <button
          key={locationId}
          type="button"
          role="radio"
          aria-checked={locationId === chosen}
          className={styles.place}
          onClick={() => fill({ locationId })}
        >
          <b>{code}</b>
          <span>{wordFor('putAwayReason', reason, language)}</span>
          <small>
            {zoneName}
            {usedPercent !== null && ` · ${t('place.used', { percent: usedPercent })}`}
          </small>
        </button>
      ))}
    </div>
  )
}
