import { useQuery } from '@tanstack/react-query'
import {
  addCategory,
  type CategoryRow,
  changeCategory,
  getCategories,
  getCategoryTree,
} from '@xunyun/contract/system/categories'
import { Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { isWithin } from '../../../shared/tree/moves.ts'

type Props = {
  /** Null: a new one. */
  readonly category: CategoryRow | null
  /** Where a new one begins. */
  readonly pid: number
  /** Its place alone. */
  readonly move?: boolean
  readonly onClose: () => void
}

/** Adds a category, changes one, or puts it below another. */
export function CategoryForm({ category, pid, move = false, onClose }: Props) {
  const { t } = useTranslation('system')
  const { form } = useRecordForm(category, {
    name: 'category',
    add: addCategory,
    change: changeCategory,
    get: (id) => api(getCategories, { ids: [id] }).then(({ rows: [row] }) => row),
    refresh: ['/api/Categories/'],
    fresh: { pid },
    success: t('done.saved'),
  })
  const { data: tree } = useQuery(q(getCategoryTree, {}))
  const parents = useMemo(() => {
    const rows = (tree ?? []).map((node) => ({ ...node, ParentID: node.pid }))
    const depths = new Map<number, number>([[0, 0]])
    for (const row of rows) depths.set(row.id, (depths.get(row.pid) ?? 0) + 1)
    return [
      { value: 0, label: t('menu.top') },
      ...rows
        .filter((row) => category === null || !isWithin(rows, row.id, category.id))
        .map((row) => ({
          value: row.id,
          label: `${'\u3000'.repeat(depths.get(row.id) ?? 0)}${row.name} ${row.code}`,
        })),
    ]
  }, [tree, category, t])

  const name = category?.name ?? ''
  const title =
    category === null ? t('category.add') : t(move ? 'category.moveTitle' : 'category.changeTitle', { name })
  return (
    <FormDrawer
      {...form}
      name={category === null ? `category-new-${pid}` : `category-${move ? 'move' : 'change'}-${category.id}`}
      title={title}
      submitLabel={category === null ? t('category.add') : t(move ? 'act.move' : 'act.save')}
      width={560}
      onClose={onClose}
    >
      <FormSection>
        <Field name="pid" label={t('category.parent')} span={2}>
          <Select options={parents} showSearch={{ optionFilterProp: 'label' }} loading={tree === undefined} />
        </Field>
        {!move && (
          <>
            <Field name="code" label={t('category.code')} span={2} hint={t('category.codeHint')}>
              <Input maxLength={40} />
            </Field>
            <Field name="name" label={t('category.name')} span={2}>
              <Input maxLength={60} />
            </Field>
            <Field name="remark" label={t('category.remark')} span={2}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
            </Field>
          </>
        )}
      </FormSection>
    </FormDrawer>
  )
}
