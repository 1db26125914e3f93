import { pageOf } from '@xunyun/contract/pages'
import { type VehicleType, vehicleTypes } from '@xunyun/contract/resources/calls'
import { useRight } from '../../shared/session/session.ts'

/** Each type of vehicle has its page; the page of all covers them. */
const pageOfType = {
  own: 'vehicleOwn',
  contract: 'vehicleContract',
  hired: 'vehicleHired',
} as const
export const vehiclePage = (type: VehicleType | undefined) => (type === undefined ? 'vehicleAll' : pageOfType[type])

/** Undefined: the page of all. */
export const typeOfPath = (path: string): VehicleType | undefined =>
  vehicleTypes.find((type) => pageOf(pageOfType[type]).path === path)

/** The types that the signed-in person may add, and change vehicles into. */
export function useEditableTypes(): readonly VehicleType[] {
  const all = useRight('vehicleAll').edit
  const own = useRight('vehicleOwn').edit
  const contract = useRight('vehicleContract').edit
  const hired = useRight('vehicleHired').edit
  const may = { own, contract, hired }
  return vehicleTypes.filter((type) => all || may[type])
}
