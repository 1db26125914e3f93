import { pages } from '../pages.ts'
import type { ArrangementKind } from './states.ts'

const opens: Readonly<Record<ArrangementKind, string>> = {
  vehicle: `${pages.arrangeList.path}?trip=`,
  line: `${pages.specialList.path}?special=`,
  courier: `${pages.courierList.path}?courier=`,
}
/** Where an arrangement opens: in the drawer of the list of its kind. */
export const arrangementPath = (kind: ArrangementKind, id: number): string => `${opens[kind]}${id}`
