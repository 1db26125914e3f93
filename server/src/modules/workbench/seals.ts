import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type * as calls from '@xunyun/contract/waybills/chains'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { clock, dayBefore, dayOf, nextDay, startOfDay } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { deliver } from '../../platform/mail.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Digest, digestOfChains } from '../waybills/index.ts'

/**
 * What was true of a day when it had ended: one digest of the chains that grew on it, one of the history written on it, and
 * the code of the seal before. Kept outside the database and coded under a key that is not in it: who may write to every
 * table still cannot make a seal that fits what he wrote.
 */
type Seal = {
  day: string
  /** Null: everything before the day's end; the first seal has no other before it. */
  from: string | null
  to: string
  chains: Digest
  history: Digest
  before: string
  code: string
}
type Sealing = { db: Db; dataDir: string; secrets: Secrets; mailTo?: string | undefined }

const use = 'seal'
const folder = (dataDir: string) => path.join(dataDir, 'seals')
const fileOf = (dataDir: string, day: string) => path.join(folder(dataDir), `${day}.json`)
const codeOf = (secrets: Secrets, { code: _, ...seal }: Seal) => secrets.code(use, canonicalize(seal) ?? '')

async function digestOfHistory(tx: Tx, from: string | null, to: string): Promise<Digest> {
  const { rows } = await sql<Digest>`
    select count(*) as count, encode(sha256(coalesce(string_agg(convert_to(
      jsonb_build_array(id, entity, entity_id, extract(epoch from at), by_id, by_name, action, changes)::text, 'UTF8'),
      ''::bytea order by id), ''::bytea)), 'hex') as digest
    from history where at < ${to} and (${from}::timestamptz is null or at >= ${from})`.execute(tx)
  return rows[0] as Digest
}

async function sealedDays(dataDir: string): Promise<string[]> {
  const names = await readdir(folder(dataDir)).catch(() => [])
  return names.flatMap((name) => /^(\d{4}-\d\d-\d\d)\.json$/.exec(name)?.[1] ?? []).sort()
}

const readSeal = async (dataDir: string, day: string): Promise<Seal> =>
  JSON.parse(await readFile(fileOf(dataDir, day), 'utf8')) as Seal

/** Seals every day that has ended since the last seal; the first time all days in one. */
export async function sealDays(sealing: Sealing): Promise<void> {
  const { db, dataDir, secrets, mailTo } = sealing
  const last = (await sealedDays(dataDir)).at(-1)
  const yesterday = dayBefore(clock.today())
  for (let day = last === undefined ? yesterday : nextDay(last); day <= yesterday; day = nextDay(day)) {
    const before = (await sealedDays(dataDir)).at(-1)
    const from = before === undefined ? null : startOfDay(day)
    const to = startOfDay(nextDay(day))
    const seal: Seal = {
      day,
      from,
      to,
      chains: await digestOfChains(db, from, to),
      history: await digestOfHistory(db, from, to),
      before: before === undefined ? '' : (await readSeal(dataDir, before)).code,
      code: '',
    }
    seal.code = codeOf(secrets, seal)
    await mkdir(folder(dataDir), { recursive: true, mode: 0o700 })
    const draft = `${fileOf(dataDir, day)}.part`
    await writeFile(draft, `${JSON.stringify(seal)}\n`, { mode: 0o600, flush: true })
    if (mailTo !== undefined) await mailSeal(sealing, mailTo, seal)
    await rename(draft, fileOf(dataDir, day))
  }
}

/** By the default mailbox; without one the day is sealed all the same. */
async function mailSeal({ db, secrets }: Sealing, to: string, seal: Seal): Promise<void> {
  const mailbox = await db
    .selectFrom('mailbox')
    .selectAll()
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .orderBy('is_default', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (mailbox === undefined) return
  await deliver(secrets, mailbox, {
    to,
    subject: `迅运 ${seal.day} ${seal.code.slice(0, 16)}`,
    text: JSON.stringify(seal),
  })
}

/** Compares the last `days` seals with what the database says now; a day whose file is gone is named too. */
export const checkSeals =
  ({ db, dataDir, secrets }: Omit<Sealing, 'mailTo'>): Act<typeof calls.checkSeals> =>
  async (_, { days = 31 }) => {
    const found = await sealedDays(dataDir)
    const [first] = found.slice(-days)
    const checked: calls.DaySealed[] = []
    const last = found.at(-1)
    let before: Seal | undefined
    for (let day = first; day !== undefined && last !== undefined && day <= last; day = nextDay(day)) {
      if (!found.includes(day)) {
        checked.push({ day, state: 'gone' })
        before = undefined
        continue
      }
      const seal = await readSeal(dataDir, day).catch(() => undefined)
      checked.push({ day, state: seal === undefined ? 'forged' : await stateOf(seal, before) })
      before = seal
    }
    return checked

    async function stateOf(seal: Seal, previous: Seal | undefined): Promise<calls.DaySealed['state']> {
      if (seal.code !== codeOf(secrets, seal) || dayOf(new Date(Date.parse(seal.to) - 1)) !== seal.day) return 'forged'
      if (previous !== undefined && seal.before !== previous.code) return 'forged'
      const chains = await digestOfChains(db, seal.from, seal.to)
      if (chains.digest !== seal.chains.digest) return 'chains'
      return (await digestOfHistory(db, seal.from, seal.to)).digest === seal.history.digest ? 'holds' : 'history'
    }
  }
