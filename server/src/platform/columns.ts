import { sql } from 'kysely'

/** The columns of every editable record (domain §0.4, §0.5), for migrations. Frozen: old migrations use it. */
export const recordColumns = sql`
    id bigint generated always as identity primary key,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    version integer not null default 1,
    is_deleted boolean not null default false`
