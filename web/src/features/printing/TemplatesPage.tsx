import { type PrintType, printTypes, printTypeTitles } from '@xunyun/contract/printing/papers'
import { standardRef } from '@xunyun/contract/printing/presets'
import {
  deletePrintTemplates,
  getPrintTemplateHistory,
  getPrintTemplates,
  getPrintTemplateTotals,
  type PrintTemplateRow,
  setDefaultPrintTemplate,
  setPrintTemplatesEnabled,
} from '@xunyun/contract/printing/templates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import type { RowAction } from '../../shared/grid/types.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { FlagFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { templateColumns } from './templateColumns.tsx'
import { useTemplateHistory } from './templateHistory.ts'

const TemplateEditor = late(() => import('./TemplateEditor.tsx').then((file) => file.TemplateEditor))

const refresh = ['/api/PrintTemplates/']
const idOf = (row: PrintTemplateRow) => row.ref

type Open =
  /** `copy`: a new one that begins as that one is. */
  { readonly what: 'editor'; readonly ref: string; readonly copy: boolean }

/** What papers look like: those of the product, the company's own, and those of single customers. */
export default function TemplatesPage() {
  const { t } = useTranslation(['printing', 'ui'])
  const language = useLanguage()
  const may = useRight('printTemplate')
  const list = useList({ call: getPrintTemplates, totals: getPrintTemplateTotals, idOf, whole: true })
  const [open, setOpen] = useState<Open | null>(null)
  const makeDefault = useAction(setDefaultPrintTemplate, { refresh })
  const master = useMasterActs<PrintTemplateRow>({
    enabling: setPrintTemplatesEnabled,
    removing: deletePrintTemplates,
    refresh,
    may: may.approve,
    nameOf: ({ name }) => name,
    refusedOf: (row) => (row.isDefault && row.customerId === null ? t('templates.defaultStays') : null),
    onDone: list.acted,
  })
  const history = useHistory(getPrintTemplateHistory, useTemplateHistory())
  const isCustomer = useIsCustomer()
  const type: PrintType = list.filter.tab ?? 'waybill'
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'editor', ref: standardRef(type), copy: true })}>
      {t('templates.new')}
    </NewButton>
  )
  const edit = (row: PrintTemplateRow) => setOpen({ what: 'editor', ref: row.ref, copy: false })
  const actions = (row: PrintTemplateRow): RowAction[] => {
    const isOwn = row.id > 0
    const changing: RowAction[] = [
      { key: 'copy', label: t('templates.copy'), onClick: () => setOpen({ what: 'editor', ref: row.ref, copy: true }) },
      {
        key: 'default',
        label: t('templates.setDefault'),
        refused: row.isDefault ? t('templates.isDefault') : row.enabled ? null : t('templates.disabledNow'),
        onClick: () =>
          void makeDefault
            .run({ ref: row.ref })
            .then(() => toast.success(t('templates.madeDefault', { name: row.name })))
            .catch(() => undefined),
      },
    ]
    return [
      {
        key: 'open',
        label: isOwn && may.edit ? t('ui:master.change') : t('templates.view'),
        onClick: () => edit(row),
      },
      // One of the product is made the default only where it stands against the company's own.
      ...(may.edit
        ? changing.filter(({ key }) => isOwn || key !== 'default' || row.ref === standardRef(row.type))
        : []),
      ...(isOwn ? master.rowActions(row) : []),
      ...(isOwn && !isCustomer ? [history.action(row.id, row.name)] : []),
    ]
  }
  // Those of the product stay as they are.
  const batch = (rows: readonly PrintTemplateRow[]) => {
    const own = rows.filter(({ id }) => id > 0)
    return own.length === 0 ? [] : master.batchActions(own)
  }
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('templates.label')}
        columns={templateColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('template.type')}
            tabs={printTypes}
            word={(tab) => printTypeTitles[tab][language]}
            all={t('tab.all')}
            allFirst
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('templates.q')} />
            <FlagFilter
              {...list.field('own')}
              label={t('templates.origin')}
              yes={t('templates.own')}
              no={t('templates.preset')}
            />
          </>
        }
        primary={create || undefined}
        actions={actions}
        batch={may.approve ? batch : undefined}
        isVoid={(row) => !row.enabled}
        onOpen={edit}
        empty={<Empty title={t('templates.none')}>{create}</Empty>}
      />
      {open?.what === 'editor' && (
        <TemplateEditor
          key={`${open.ref}-${open.copy}`}
          templateRef={open.ref}
          copy={open.copy}
          onCopy={() => setOpen({ ...open, copy: true })}
          onClose={close}
        />
      )}
      {history.drawer}
    </>
  )
}
