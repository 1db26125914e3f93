import { useQuery } from '@tanstack/react-query'
import {
  type ArrangementCosts,
  getArrangementCosts,
  type ShownShare,
  setArrangementCosts,
} from '@xunyun/contract/costs/lines'
import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../../shared/action/ActButton.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormSection, useFill, useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../../shared/form/FormFrame.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { Loaded } from '../../../shared/ui/Loaded.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { CostGrid } from './CostGrid.tsx'
import { CostSums } from './CostSums.tsx'
import { type CostRow, type CostValues, inputOf, notDue, valuesOf, type Weight } from './costRows.ts'
import { HiredParts } from './HiredParts.tsx'
import { Proposal } from './Proposal.tsx'
import { costPaths } from './paths.ts'
import { RejectedApplication } from './RejectedApplication.tsx'
import { SharesGrid } from './SharesGrid.tsx'
import styles from './Trips.module.css'
import { useApplying } from './useApplying.ts'

/** 费用: what an arrangement of any kind costs, typed, shared over its waybills, and applied for. */
export function CostsTab({ id }: { id: number }) {
  const costs = useQuery({ ...q(getArrangementCosts, { id }), staleTime: 0 })
  return (
    <Loaded of={costs}>
      {/* Begun anew with what was saved or applied for; what was typed meanwhile is in its draft. */}
      {(now) => (
        <Opened key={`${now.version} ${now.lines.map(({ applicationState }) => applicationState)}`} costs={now} />
      )}
    </Loaded>
  )
}

function Opened({ costs }: { costs: ArrangementCosts }) {
  const { t } = useTranslation(['tripCosts', 'ui'])
  const tab = useTab()
  const isPhone = useIsPhone()
  const [version, setVersion] = useState(costs.version)
  const [asking, setAsking] = useState(false)
  const act = useAction(setArrangementCosts, { success: t('ui:master.saved'), refresh: costPaths })
  const state = useForm<CostValues>({
    name: `costs-${costs.arrangementId}`,
    initial: valuesOf(costs),
    call: setArrangementCosts,
    onSubmit: (values, { key }) => act.run(inputOf(costs, version, values), { key }),
    onReload: async () => {
      const now = await api(getArrangementCosts, { id: costs.arrangementId })
      setVersion(now.version)
      return valuesOf(now)
    },
  })
  useSaveKey(tab.visible && costs.editable && !asking, state.submit)
  const free = costs.lines.filter(({ applicationId, gone }) => applicationId === null && !gone)
  const rejected = [
    ...new Set(
      costs.lines.flatMap(({ applicationId, applicationState }) =>
        applicationState === 'rejected' ? (applicationId ?? []) : [],
      ),
    ),
  ]
  const whyNot = state.dirty
    ? t('apply.saveFirst')
    : free.length === 0
      ? t('apply.nothing')
      : costs.applicable
        ? null
        : t(`apply.early.${costs.kind}`)
  return (
    <div className={styles.tab}>
      {rejected.map((id) => (
        <RejectedApplication key={id} id={id} />
      ))}
      <FormFrame state={state} {...(costs.editable ? {} : { readOnly: t('readOnly') })}>
        <Fields costs={costs} />
      </FormFrame>
      {costs.editable && (
        <div className={styles.acts}>
          <Button type="primary" data-commit loading={state.busy} onClick={state.submit}>
            {t('ui:form.save')}
            {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
          </Button>
          <ActButton refused={whyNot} onClick={() => setAsking(true)}>
            {t('act.apply')}
          </ActButton>
        </div>
      )}
      {asking && <Apply costs={costs} onClose={() => setAsking(false)} />}
    </div>
  )
}

const kindOf = { vehicle: 'carCost', line: 'specialCost', courier: 'courierCost' } as const

function Apply({ costs, onClose }: { costs: ArrangementCosts; onClose: () => void }) {
  const { t } = useTranslation('tripCosts')
  const applying = useApplying(kindOf[costs.kind])
  const free = costs.lines.filter(({ applicationId, gone }) => applicationId === null && !gone)
  return (
    <ApplyDialog
      title={t('apply.title', { no: costs.arrangementNo })}
      kind={kindOf[costs.kind]}
      lines={free}
      // Of a carrier all that is free goes into one document.
      choose={costs.kind === 'vehicle'}
      later={costs.kind === 'vehicle' ? notDue(free, costs.dueParts) : []}
      onSubmit={(how) => applying([costs.arrangementId], how)}
      onClose={onClose}
    />
  )
}

function Fields({ costs }: { costs: ArrangementCosts }) {
  const { t } = useTranslation('tripCosts')
  const language = useLanguage()
  const form = Form.useFormInstance<CostValues>()
  const fill = useFill()
  const lines: readonly CostRow[] = Form.useWatch('lines', { form, preserve: true }) ?? costs.lines.map(() => ({}))
  const agreed: string | undefined = Form.useWatch('agreed', { form, preserve: true })
  const method = Form.useWatch('method', { form, preserve: true }) ?? costs.method
  const weights: readonly Weight[] = Form.useWatch('weights', { form, preserve: true }) ?? costs.weights
  const shares = useShares(costs, method)
  const isHired = costs.vehicleType === 'hired'
  return (
    <>
      <FormSection columns={1}>
        <CostSums costs={costs} rows={lines} />
        {costs.proposal && <Proposal costs={costs} proposal={costs.proposal} rows={lines} />}
      </FormSection>
      {isHired && <HiredParts costs={costs} agreed={agreed} rows={lines} />}
      <FormSection title={t('lines.title')} columns={1}>
        <Form.Item name="lines" noStyle>
          <CostGrid costs={costs} />
        </Form.Item>
      </FormSection>
      <FormSection title={t('shares.title')} columns={2}>
        <Field name="method" label={t('shares.method')}>
          <Choice
            allowClear={false}
            disabled={costs.frozen && compareDecimal(costs.approved, '0') !== 0}
            options={entriesOf('shareMethod').map(({ code }) => ({
              value: code,
              label: wordFor('shareMethod', code, language),
            }))}
            onChange={(next: never) => {
              // By hand one begins with what it was.
              if (next === 'manual' && weights.length === 0)
                fill({ weights: shares.map(({ waybillId, amount }) => ({ waybillId, amount })) })
            }}
          />
        </Field>
      </FormSection>
      <FormSection columns={1}>
        <Form.Item name="weights" noStyle>
          <SharesGrid shares={shares} rows={lines} method={method} frozen={costs.frozen} />
        </Form.Item>
      </FormSection>
    </>
  )
}

/** What each waybill is measured by; by another method than the saved one the server says. */
function useShares(costs: ArrangementCosts, method: CostValues['method']): readonly ShownShare[] {
  const isSaved = method === costs.method || method === 'manual'
  const other = useQuery({ ...q(getArrangementCosts, { id: costs.arrangementId, method }), enabled: !isSaved })
  return (isSaved ? undefined : other.data?.shares) ?? costs.shares
}
