import { useQuery } from '@tanstack/react-query'
import type { StoredFile } from '@xunyun/contract/system/files'
import { getWaybill, refuseWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { StrandField, useThere } from './SignDrawer.tsx'

type Values = { from?: string; pieces?: number; reason: string; refusedAt: string; files?: StoredFile[] }

/** 拒收: nothing is taken, so nobody signs and nothing is collected. */
export function RefuseDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const detail = useQuery({
    queryKey: [getWaybill.path, 'refuse', id],
    queryFn: ({ signal }) => api(getWaybill, { id, no: undefined }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return detail.data ? <RefuseForm detail={detail.data} onClose={onClose} /> : null
}

function RefuseForm({ detail, onClose }: { detail: WaybillDetail; onClose: () => void }) {
  const { t } = useTranslation('waybills')
  const [first] = detail.strands
  const refuse = useAction(refuseWaybill, { success: t('done.refuse'), refresh: ['/api/Waybills/', '/api/Dispatch/'] })
  return (
    <FormDrawer<Values>
      name={`refuse-${detail.id}`}
      title={t('refuse.title', { no: detail.waybillNo })}
      submitLabel={t('act.refuse')}
      width={600}
      call={refuseWaybill}
      initial={{ from: first?.from, pieces: first?.pieces, refusedAt: serverNow().toISOString() }}
      onSubmit={({ pieces, files, ...values }, { key }) =>
        refuse.run(
          { id: detail.id, ...values, pieces: pieces ?? 0, files: files?.map(({ FileID }) => FileID) },
          { key },
        )
      }
      onClose={onClose}
    >
      <RefuseFields detail={detail} />
    </FormDrawer>
  )
}

function RefuseFields({ detail }: { detail: WaybillDetail }) {
  const { t } = useTranslation('waybills')
  const there = useThere(detail.strands)
  return (
    <FormSection title={t('sign.there', { count: there })} columns={2}>
      <StrandField strands={detail.strands} pieces="pieces" />
      <Field name="pieces" label={t('sign.refused')}>
        <IntegerInput />
      </Field>
      <Field name="refusedAt" label={t('refuse.at')}>
        <MomentInput />
      </Field>
      <Field name="reason" label={t('sign.refuseReason')} span={2}>
        <Input maxLength={200} />
      </Field>
      <Field name="files" label={t('sign.photos')} span={2} contract={false}>
        <FileInput max={5} accept="image/*" />
      </Field>
    </FormSection>
  )
}
