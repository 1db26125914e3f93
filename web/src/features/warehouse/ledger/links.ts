import type { PageKey } from '@xunyun/contract/pages'
import { pathTo } from '../../../paths.ts'
import { useRight } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'

/** A list that stands in the warehouse's menu and among the enquiries, with the same facts. */
const twins = {
  moves: ['serialInfo', 'integratedSerialInfo'],
  places: ['stock', 'warehouseStock'],
} as const satisfies Record<string, readonly [PageKey, PageKey]>

/** The address of a twin list, in the menu one is in, or else in the other; undefined for who may see neither. */
export function useTwinPath(name: keyof typeof twins): string | undefined {
  const [own, enquiry] = twins[name]
  const mayOwn = useRight(own).browse
  const mayEnquire = useRight(enquiry).browse
  const isEnquiry = useTab().path.startsWith('/integrated/')
  if (isEnquiry && mayEnquire) return pathTo(enquiry)
  if (mayOwn) return pathTo(own)
  return mayEnquire ? pathTo(enquiry) : undefined
}
