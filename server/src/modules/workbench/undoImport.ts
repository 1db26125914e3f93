import type * as calls from '@xunyun/contract/workbench/imports'
import type { Act } from '../../platform/act.ts'
import type { Imports } from '../../platform/import/imports.ts'

export const undoImport =
  (imports: Imports): Act<typeof calls.undoImport> =>
  ({ tx, actor }, { page, id }) =>
    imports.undo(tx, actor, page, id)
