import { type Kysely, sql } from 'kysely'

/** A month that is closed keeps some ten thousand rows in one command: what each of them costs beside itself is left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // They are written by the closing alone, from waybills that have their outlets; each reference would be looked up for each row.
  await sql`alter table month_close_figure drop constraint month_close_figure_close_id_fkey, drop constraint month_close_figure_outlet_id_fkey`.execute(
    db,
  )
  // The key leads there too, with a search for each month that is closed.
  await sql`drop index month_close_figure__of_month`.execute(db)
  // The same as before, in a loop: a query over arrays of two or three begins and ends anew for each waybill.
  await sql`create or replace function share(total numeric, weights numeric[]) returns numeric[] language plpgsql immutable parallel safe as $$
    declare
      amount numeric := abs(total) * 100;
      whole numeric := 0;
      missing numeric := abs(total) * 100;
      exact numeric;
      best int;
      cents numeric[];
      rests numeric[];
    begin
      if coalesce(cardinality(weights), 0) = 0 then
        return null;
      end if;
      for n in 1 .. cardinality(weights) loop
        whole := whole + abs(weights[n]);
      end loop;
      for n in 1 .. cardinality(weights) loop
        exact := case when whole = 0 then amount / cardinality(weights) else amount * abs(weights[n]) / whole end;
        cents[n] := trunc(exact);
        rests[n] := exact - trunc(exact);
        missing := missing - trunc(exact);
      end loop;
      while missing >= 1 loop
        best := 1;
        for n in 2 .. cardinality(weights) loop
          if rests[n] > rests[best] then
            best := n;
          end if;
        end loop;
        cents[best] := cents[best] + 1;
        rests[best] := -1;
        missing := missing - 1;
      end loop;
      for n in 1 .. cardinality(weights) loop
        cents[n] := sign(total) * cents[n] / 100;
      end loop;
      return cents;
    end $$`.execute(db)
}
