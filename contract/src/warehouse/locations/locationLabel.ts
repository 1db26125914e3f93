/**
 * What the code on a location's label says: `{warehouse code}:{location code}`. Two warehouses may call a place alike;
 * neither code may hold a colon (`placeCode`), so that a label is read in one way alone.
 */
export type PlaceLabel = { readonly warehouse: string; readonly location: string }

export const placeLabel = ({ warehouse, location }: PlaceLabel): string => `${warehouse}:${location}`

const code = '[A-Za-z0-9][A-Za-z0-9-]*'
// A keyboard wedge types through the input method of its host, which may make the colon a Chinese one.
const form = new RegExp(`^(${code})[:：](${code})$`)

/** Null: not in a label's form; a plain code is none. */
export function readPlaceLabel(text: string): PlaceLabel | null {
  const [, warehouse, location] = form.exec(text.trim()) ?? []
  return warehouse === undefined || location === undefined ? null : { warehouse, location }
}
