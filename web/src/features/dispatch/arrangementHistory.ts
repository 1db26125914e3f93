import { useHandedHistory } from './handedHistory.ts'
import { useTripHistory } from './tripHistory.ts'

/** The timeline of an arrangement of any kind in words. */
export function useArrangementHistory() {
  const trip = useTripHistory()
  const handed = useHandedHistory()
  return {
    fields: { ...handed.fields, ...trip.fields },
    actions: { ...handed.actions, ...trip.actions },
    says: (field: string, value: string) => (field in trip.fields ? trip : handed).says(field, value),
  }
}
