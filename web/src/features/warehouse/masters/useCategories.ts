import { useQuery } from '@tanstack/react-query'
import { type CategoryNode, getCategoryTree } from '@xunyun/contract/system/categories'
import { useMemo } from 'react'
import { q } from '../../../shared/api/query.ts'
import type { Word } from '../../../shared/form/Choice.tsx'

const none: readonly CategoryNode[] = []

/** Categories as words to choose from, each indented below its parent. */
export function useCategoryWords(): readonly Word[] {
  const { data } = useQuery({
    ...q(getCategoryTree, {}),
    staleTime: 60_000,
  })
  const tree = data ?? none
  return useMemo(() => {
    const depths = new Map<number, number>([[0, 0]])
    // In the order of the tree a parent comes before what is below it.
    for (const { id, pid } of tree) depths.set(id, (depths.get(pid) ?? 0) + 1)
    return tree.map(({ id, pid, name, enabled }) => ({
      value: id,
      label: `${'\u3000'.repeat(depths.get(pid) ?? 0)}${name}`,
      disabled: !enabled,
    }))
  }, [tree])
}
