import { type PaperName, paperNameOf, printTypeTitles } from '@xunyun/contract/printing/papers'
import type { PrintTemplateRow } from '@xunyun/contract/printing/templates'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'

const column = columnsOf<PrintTemplateRow>()

/** A sheet as people name it: A5, or its size. */
export const paperWord = (size: { width: number; height: number }): string => {
  const name: PaperName | undefined = paperNameOf(size)
  const mm = `${size.width}×${size.height}`
  return name?.startsWith('a') ? `${name.toUpperCase()} ${mm}` : mm
}

const originOf = (row: PrintTemplateRow): string =>
  i18n.t(row.id > 0 ? 'printing:templates.own' : 'printing:templates.preset')

export const templateColumns = [
  column.link('name', 'printing:template.name', { width: 200, sortKey: 'name' }),
  column.custom({
    key: 'type',
    title: 'printing:template.type',
    width: 84,
    card: 'meta',
    render: (row, { language }) => printTypeTitles[row.type][language],
    text: (row, language) => printTypeTitles[row.type][language],
  }),
  column.text('paper', 'printing:template.paper', { width: 108, card: 'meta', value: paperWord }),
  column.text('customerName', 'printing:template.customer', {
    width: 180,
    card: 'fact',
    value: (row) => row.customerName ?? i18n.t('printing:templates.everybody'),
  }),
  column.code(
    'isDefault',
    'printing:templates.default',
    (row) => (row.isDefault ? 'printing:templates.yes' : 'printing:templates.no'),
    { value: (row) => String(row.isDefault), width: 72, card: 'fact' },
  ),
  column.custom({
    key: 'origin',
    title: 'printing:templates.origin',
    width: 84,
    render: originOf,
    text: originOf,
  }),
  column.code('language', 'printing:template.language', (row) => `common:language.${row.language as 'zh'}`, {
    width: 84,
  }),
  column.state('enabled', 'printing:templates.status', {
    value: (row) => String(row.enabled),
    words: (row) => (row.enabled ? 'printing:templates.status.true' : 'printing:templates.status.false'),
    tone: (row) => (row.enabled ? 'green' : 'grey'),
    width: 64,
  }),
  column.text('updatedByName', 'printing:templates.updatedBy', { width: 84 }),
  column.moment('updatedAt', 'printing:templates.updatedAt', { card: 'aside' }),
]
