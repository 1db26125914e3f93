import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { getSpecials } from '@xunyun/contract/dispatch/special'
import type { Output } from '@xunyun/contract/kernel/call'
import { getPrintTrips, getPrintWaybills } from '@xunyun/contract/printing/calls'
import type { Layout } from '@xunyun/contract/printing/layout'
import { isReceiptList, printTypeTitles } from '@xunyun/contract/printing/papers'
import { addPrintTemplate, changePrintTemplate, getPrintTemplate } from '@xunyun/contract/printing/templates'
import { getSignedReceipts } from '@xunyun/contract/signedReceipts/calls'
import { Button, ConfigProvider, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { q } from '../../shared/api/query.ts'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { ItemsForm } from './ItemsForm.tsx'
import { PaperForm } from './PaperForm.tsx'
import { WidePages } from './Preview.tsx'
import styles from './Printing.module.css'
import { useLivePreview } from './useLivePreview.ts'

const refresh = ['/api/PrintTemplates/', '/api/Printing/']

type Props = {
  readonly templateRef: string
  readonly copy: boolean
  /** Opens a copy in its place. */
  readonly onCopy: () => void
  readonly onClose: () => void
}

/** A template beside what it prints. One of the product is shown; changed, it becomes a copy of the company's own. */
export function TemplateEditor({ templateRef, copy, onCopy, onClose }: Props) {
  const { t } = useTranslation('printing')
  const template = useQuery({
    ...q(getPrintTemplate, { ref: templateRef }),
    // Edited from the state it has now, not from what was seen before.
    gcTime: 0,
  })
  if (template.data) return <Editor template={template.data} copy={copy} onCopy={onCopy} onClose={onClose} />
  return (
    <Sheet title={t('templates.label')} onClose={onClose} width={1160}>
      {template.isError && <LoadError error={template.error} retry={() => void template.refetch()} />}
    </Sheet>
  )
}

type EditorProps = {
  readonly template: Output<typeof getPrintTemplate>
  readonly copy: boolean
  readonly onCopy: () => void
  readonly onClose: () => void
}

function Editor({ template, copy, onCopy, onClose }: EditorProps) {
  const { t } = useTranslation(['printing', 'ui'])
  const language = useLanguage()
  const mayEdit = useRight('printTemplate').edit
  const mayPrint = useRight('printDocuments').browse
  const { setDirty } = useTab()
  const isNew = copy || template.id === 0
  const isReadOnly = !mayEdit || (template.id === 0 && !copy)
  const [name, setName] = useState(copy ? t('templates.copyName', { name: template.name }) : template.name)
  const [customerId, setCustomerId] = useState(template.customerId ?? undefined)
  const [layout, setLayout] = useState<Layout>(template.layout)
  const [changed, setChanged] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [document, setDocument] = useState<string>('')
  const add = useAction(addPrintTemplate, { refresh, success: t('editor.saved') })
  const change = useAction(changePrintTemplate, { refresh, success: t('editor.saved') })
  const shown = useDocument(template.type, document, mayPrint)
  const live = useLivePreview(template.type, layout, shown, mayEdit)

  const touch = () => {
    setChanged(true)
    setDirty(true)
    setWrong(null)
  }
  const close = async () => {
    const mayGo =
      !changed ||
      (await confirm({
        title: t('ui:form.leaveTitle', { title: name }),
        text: t('ui:form.leaveText'),
        yes: t('ui:form.leave'),
        danger: true,
      }))
    if (!mayGo) return
    setDirty(false)
    onClose()
  }
  const save = async () => {
    try {
      const values = { name, customerId, layout } as never as { name: string; customerId: number; layout: Layout }
      if (isNew) await add.run({ type: template.type, ...values })
      else await change.run({ id: template.id, version: template.version, ...values })
      setDirty(false)
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setWrong((await fieldMessages(error))[0]?.errors[0] ?? error.message)
    }
  }
  const title = isReadOnly
    ? t('editor.view', { name: template.name })
    : isNew
      ? t('editor.new', { type: printTypeTitles[template.type][language] })
      : t('editor.change', { name: template.name })
  return (
    <Sheet
      title={title}
      onClose={() => void close()}
      width={1160}
      footer={
        isReadOnly ? (
          mayEdit && (
            <Button type="primary" onClick={onCopy}>
              {t('editor.copy')}
            </Button>
          )
        ) : (
          <>
            {wrong && (
              <span role="alert" className={styles.wrong}>
                {wrong}
              </span>
            )}
            <Button type="primary" loading={add.pending || change.pending} onClick={() => void save()}>
              {t('editor.save')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.editor}>
        <ConfigProvider componentDisabled={isReadOnly}>
          <div className={styles.form}>
            {!isReadOnly && (
              <section>
                <div className={styles.field}>
                  <label htmlFor="template-name">{t('template.name')}</label>
                  <Input
                    id="template-name"
                    value={name}
                    maxLength={60}
                    onChange={(event) => {
                      setName(event.target.value)
                      touch()
                    }}
                  />
                </div>
                <div className={styles.field}>
                  <label htmlFor="template-customer">{t('template.customer')}</label>
                  <Lookup
                    id="template-customer"
                    call={getCompanyChoices}
                    allowClear
                    placeholder={t('editor.everybody')}
                    value={customerId}
                    known={known(template.customerId, template.customerName)}
                    onChange={(id: number | undefined) => {
                      setCustomerId(id)
                      touch()
                    }}
                  />
                </div>
                <p className={styles.hint}>{t('editor.customerHint')}</p>
              </section>
            )}
            <PaperForm
              type={template.type}
              layout={layout}
              onChange={(next) => {
                setLayout(next)
                touch()
              }}
            />
            <ItemsForm
              layout={layout}
              onChange={(next) => {
                setLayout(next)
                touch()
              }}
            />
          </div>
        </ConfigProvider>
        <div className={styles.live}>
          <div className={styles.field}>
            <label htmlFor="template-document">{t('editor.document')}</label>
            <Input
              id="template-document"
              allowClear
              placeholder={live.data?.no}
              value={document}
              onChange={(event) => setDocument(event.target.value)}
            />
          </div>
          {live.data && <p className={styles.hint}>{t('editor.documentHint', { no: live.data.no })}</p>}
          {live.isError && !live.data ? (
            <p className={styles.hint}>{t('editor.nothing')}</p>
          ) : (
            <WidePages pages={live.data?.pages ?? []} pageCount={live.data?.pageCount ?? 0} busy={live.isFetching} />
          )}
        </div>
      </div>
    </Sheet>
  )
}

/** The document that a number names; none: the latest one, as the server finds it. */
function useDocument(type: Output<typeof getPrintTemplate>['type'], no: string, enabled: boolean): number | undefined {
  const q = no.trim()
  const found = useQuery({
    queryKey: ['document', type, q],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true }
      const page = { q, pageSize: 1 } as never
      if (isReceiptList(type)) {
        const { rows } = await api(getSignedReceipts, { batchNo: q, pageSize: 1 }, options)
        return (type === 'receiptSending' ? rows[0]?.sendBatch : rows[0]?.returnBatch)?.id ?? null
      }
      const { rows } =
        type === 'loading' || type === 'agreement'
          ? await api(getPrintTrips, page, options)
          : type === 'handover'
            ? await api(getSpecials, page, options)
            : await api(
                getPrintWaybills,
                { type: type === 'receipt' || type === 'pickupNotice' ? 'waybill' : type, q, pageSize: 1 } as never,
                options,
              )
      return rows[0]?.id ?? null
    },
    enabled: enabled && q.length >= 4,
  })
  return q.length >= 4 ? (found.data ?? undefined) : undefined
}
