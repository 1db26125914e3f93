import {
  BadgeCheck,
  Boxes,
  Building2,
  FileText,
  Folder,
  Handshake,
  type LucideProps,
  MapPin,
  PackagePlus,
  Settings,
  Stamp,
  Truck,
  Users,
  Warehouse,
  Wrench,
} from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'

type Icon = ComponentType<LucideProps>

/** What the product's own menu uses comes with the shell; the others come when a menu names one of them. */
const ofShell: Readonly<Record<string, Icon>> = {
  'badge-check': BadgeCheck,
  boxes: Boxes,
  'building-2': Building2,
  'file-text': FileText,
  folder: Folder,
  handshake: Handshake,
  'map-pin': MapPin,
  'package-plus': PackagePlus,
  settings: Settings,
  stamp: Stamp,
  truck: Truck,
  users: Users,
  warehouse: Warehouse,
  wrench: Wrench,
}

const late = new Map<string, Icon>()

/** The drawing of an icon's name, a folder for a name that is none. */
export function menuIcon(name: string): Icon {
  return ofShell[name] ?? late.get(name) ?? (name === '' ? Folder : lateIcon(name))
}

function lateIcon(name: string): Icon {
  const Drawing = lazy(async () => {
    const all: Readonly<Record<string, Icon>> = (await import('./allMenuIcons.ts')).allMenuIcons
    return { default: all[name] ?? Folder }
  })
  const icon = (props: LucideProps) => (
    <Suspense fallback={<svg width={props.size} height={props.size} aria-hidden="true" />}>
      <Drawing {...props} />
    </Suspense>
  )
  late.set(name, icon)
  return icon
}
