import { sql } from 'kysely'
import type { MoveDocuments } from '../companies/index.ts'

const parts = [
  'count, pieces, weight, cod, revenue, cost, trip_cost, line_cost, courier_cost, claims, storage',
  'net_revenue, net_cost, net_trip_cost, net_line_cost, net_courier_cost, net_claims, net_storage',
]
const columns = sql.raw(parts.join(', '))
const sums = sql.raw(
  parts
    .join(', ')
    .split(', ')
    .map((column) => `${column} = f.${column} + excluded.${column}`)
    .join(', '),
)

/** What was kept of a partner that was merged into another is that one's: its waybills are, and the sums stay. */
export const moveFigures: MoveDocuments = async (tx, _, from, to) => {
  await sql`
    with gone as (
      delete from month_close_figure where dimension in ('customer', 'carrier') and key = ${String(from.id)} returning *
    )
    insert into month_close_figure as f (close_id, basis, dimension, of_month, outlet_id, key, ${columns})
    select close_id, basis, dimension, of_month, outlet_id, ${String(to.id)}, ${columns} from gone
    on conflict (close_id, basis, dimension, of_month, outlet_id, key) do update set ${sums}`.execute(tx)
}
