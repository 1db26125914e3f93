/** What other features take from the fleet's pages. */
export { useDriverHistory } from './driverHistory.ts'
export { useVehicleHistory } from './vehicleHistory.ts'
