import { isReason, sayReason } from '@xunyun/contract/errors'
import type { Access, Call, Envelope, FieldError, Input, Output } from '@xunyun/contract/kernel/call'
import { type Language, type PageKey, pageOf } from '@xunyun/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { type Actor, requireCall } from '../actor.ts'
import { type Db, dbError, type Tx } from '../db.ts'
import { once } from '../idempotency.ts'
import { Refusal } from '../refusal.ts'
import type { Sessions } from '../session.ts'
import { FailuresPerMinute } from './failures.ts'
import { fieldErrors } from './issues.ts'
import { Offered } from './offered.ts'
import { addressOf, languageOf, tokenOf } from './request.ts'

/** What a handler gets beside its input. For a public call there is no actor: `anyone` has only the language. */
export type Context = {
  readonly tx: Tx
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly token: string
}
export type PublicContext = Omit<Context, 'actor' | 'token'> & { readonly language: Language }

type HandlerOf<C extends Call, Got> = (
  context: C['access'] extends 'public' ? PublicContext : Context,
  input: Input<C>,
  got: Got,
) => Promise<C['transport'] extends 'file' ? FastifyReply : Output<C>>

type Before<C extends Call, Got> = (actor: Actor, input: Input<C>, request: FastifyRequest) => Promise<Got>

/** Constraint → refusal. Each module maps the names of its own tables' constraints. */
export type ConstraintMap = Readonly<Record<string, () => Refusal>>

export type Binder = {
  /**
   * Binds a call of the contract to its handler: authenticate → authorize → validate → act → present. A command is one
   * transaction, unless it is anybody's or says that it makes its own: whoever holds a connection must not wait for a
   * second one, or as many at once as there are connections wait forever. What a command must wait for (a body that
   * comes slowly, a workbook that is read in its turn) it gets `before` the transaction begins.
   */
  <C extends Call, Got = undefined>(
    call: C,
    handler: HandlerOf<C, Got>,
    options?: { readonly ownTransactions?: true; readonly before?: Before<C, Got>; readonly limits?: Limits },
  ): void
  constraints(map: ConstraintMap): void
  /** Who may make the bound call at a path; undefined where there is none. */
  accessOf(path: string): Access | undefined
}

/** What a call that asks for no session may be sent, and how often by one caller, where that is another than of the rest. */
export type Limits = {
  /** Bytes. */
  readonly bodyLimit: number
  /** Calls in a minute. */
  readonly max: number
  readonly keyOf: (request: FastifyRequest) => string
}

type AnyHandler = (context: never, input: never, got: never) => Promise<unknown>

export type Bound = { readonly call: Call }

/** Calls that a user who must change the password first may still make. */
const openBeforeChange = new Set(['/api/Users/GetUserInfo', '/api/Users/ChangePWD', '/api/Login/Logout'])

/** What anybody may send is little. */
const bodyLimit = 64 * 1024
/** What anybody may call, not often from one address. Of signing in, what failed counts alone. */
const anybodys = (perMinute: number) =>
  ({ bodyLimit, config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } }) as const
const limited = ({ bodyLimit, max, keyOf }: Limits) =>
  ({ bodyLimit, config: { rateLimit: { max, timeWindow: 60_000, keyGenerator: keyOf } } }) as const

const envelope = <T>(data: T): Envelope<T> => ({ code: 200, msg: '', data })
const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text)

export function createBinder(
  app: FastifyInstance,
  deps: {
    db: Db
    sessions: Sessions
    log: Logger
    publicPerMinute: number
    /** What this process keeps in memory is read anew before the command is answered. */
    afterCommand?: (path: string) => Promise<void> | undefined
  },
): { bind: Binder; bound: Bound[] } {
  const bound: Bound[] = []
  const failures = new FailuresPerMinute(deps.publicPerMinute)
  const offered = new Offered(bound)
  const constraintMap = new Map<string, () => Refusal>()

  const bind = ((
    call: Call,
    handler: AnyHandler,
    options: { ownTransactions?: true; before?: Before<Call, unknown>; limits?: Limits } = {},
  ) => {
    const inOne = call.method !== 'GET' && call.access !== 'public' && options.ownTransactions === undefined
    if (call.access === undefined || (Array.isArray(call.access) && call.access.length === 0)) {
      throw new Error(`${call.path} has no access: it does not start`)
    }
    if (typeof call.access === 'string' && call.audience !== 'everybody') {
      throw new Error(`${call.path} asks for no right and is not for everybody: it does not start`)
    }
    bound.push({ call })
    const signsIn = call.path.startsWith('/api/Login/')
    app.route({
      method: call.method,
      url: call.path,
      ...(options.limits !== undefined
        ? limited(options.limits)
        : signsIn
          ? { bodyLimit }
          : call.access === 'public'
            ? anybodys(deps.publicPerMinute)
            : {}),
      handler: async (request, reply) => {
        const language = languageOf(request)
        if (signsIn && failures.tooMany(addressOf(request)))
          throw Object.assign(new Error(sayReason('kernel.tooMany', {}, language)), { statusCode: 429 })
        try {
          const answer = await answerCall(call, inOne, handler, options.before, request, reply, language)
          if (call.transport === 'file') return answer
          return call.transport === 'text' ? sendText(reply, String(answer)) : reply.send(envelope(answer))
        } catch (error) {
          const refusal = asRefusal(error, constraintMap)
          if (refusal === undefined) throw error
          // Having to wait is no failure.
          if (signsIn && refusal.code !== 429) failures.add(addressOf(request))
          return call.transport === 'text' ? sendText(reply, 'err') : reply.send(presentRefusal(refusal, language))
        }
      },
    })
  }) as unknown as Binder
  bind.constraints = (map) => {
    for (const [name, make] of Object.entries(map)) constraintMap.set(name, make)
  }

  bind.accessOf = (path) => bound.find(({ call }) => call.path === path)?.call.access

  async function answerCall(
    call: Call,
    inOne: boolean,
    handler: AnyHandler,
    before: Before<Call, unknown> | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
  ): Promise<unknown> {
    const token = tokenOf(request) ?? ''
    const actor = call.access === 'public' ? undefined : await authenticate(call, token, language)
    if (actor !== undefined) requireCall(actor, call)
    const input = validate(call, request)
    const got = actor === undefined ? undefined : await before?.(actor, input as never, request)
    const act = (tx: Tx) => {
      const context = { tx, request, reply, language, ...(actor === undefined ? {} : { actor, token }) }
      return handler(context as never, input as never, got as never)
    }
    if (call.transport === 'file') return act(deps.db)
    const answer = call.method === 'GET' ? await act(deps.db) : await command(call, inOne, actor, request, input, act)
    return present(call, answer)
  }

  async function authenticate(call: Call, token: string, language: Language): Promise<Actor> {
    const actor = token === '' ? undefined : await deps.sessions.find(deps.db, token, language)
    if (actor === undefined) throw new Refusal('kernel.session')
    if (actor.mustChangePassword && !openBeforeChange.has(call.path)) throw new Refusal('system.mustChangePassword')
    return offered.to(actor)
  }

  /** A command; a deadlock or serialization failure is tried again, twice. */
  async function command(
    call: Call,
    inOne: boolean,
    actor: Actor | undefined,
    request: FastifyRequest,
    input: unknown,
    act: (tx: Tx) => Promise<unknown>,
  ) {
    const key = request.headers['idempotency-key']
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await (inOne
          ? deps.db.transaction().execute((tx) => {
              if (!call.idempotent || typeof key !== 'string' || actor === undefined) return act(tx)
              if (key.length > 100) throw new Refusal('field.tooLong', { max: 100 })
              return once(tx, actor, { key, call: call.path, input }, () => act(tx))
            })
          : act(deps.db))
        // What a command changed about sessions and rights holds for the next call on this process at once.
        if (/^\/api\/(Login|Users|SysUserRights|BindCompany|Roles|Companies|Warehouses)\//.test(call.path))
          deps.sessions.clear()
        await deps.afterCommand?.(call.path)
        return answer
      } catch (error) {
        const code = dbError(error)?.code
        if ((code === '40P01' || code === '40001') && attempt < 3) continue
        throw error
      }
    }
  }

  return { bind, bound }
}

function validate(call: Call, request: FastifyRequest): unknown {
  const sent =
    call.method === 'GET'
      ? { ...(request.query as object), ...(request.params as object) }
      : call.transport === 'multipart'
        ? {}
        : (request.body ?? {})
  return checkedInput(call, sent)
}

/** What a call takes, checked; each bad field is refused with its reason. */
export function checkedInput(call: Call, sent: unknown): unknown {
  const parsed = z.safeParse(call.input, sent, { reportInput: true })
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error.issues)
  throw new Refusal('kernel.invalid', { count: fields.length }, fields)
}

/** The answer must be what the contract says: an undeclared field is a fault of ours, and never leaves the server. */
function present(call: Call, answer: unknown): unknown {
  const parsed = z.safeParse(call.output, answer)
  if (parsed.success) return parsed.data
  throw new Error(`${call.path} answered against its contract: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`)
}

function asRefusal(error: unknown, constraints: ReadonlyMap<string, () => Refusal>): Refusal | undefined {
  if (error instanceof Refusal) return error
  const found = dbError(error)
  if (found === undefined) return undefined
  if (found.constraint !== undefined) return constraints.get(found.constraint)?.()
  return found.code === '40P01' || found.code === '40001' || found.code === '55P03'
    ? new Refusal('kernel.busy')
    : undefined
}

const kindNames: Record<string, Record<Language, string>> = {
  browse: { zh: '浏览', en: 'browse', es: 'consultar', ja: '閲覧' },
  edit: { zh: '编辑', en: 'edit', es: 'editar', ja: '編集' },
  approve: { zh: '删除/审核', en: 'delete/approve', es: 'borrar/aprobar', ja: '削除・承認' },
}

export function presentRefusal(refusal: Refusal, language: Language): Envelope<null> {
  const params = { ...refusal.params }
  if (refusal.reason === 'kernel.forbidden') {
    params.page = pageOf(params.page as PageKey).titles[language]
    params.kind = kindNames[String(params.kind)]?.[language] ?? String(params.kind)
  }
  const fields = refusal.fields.map((field): FieldError => ({ ...field }))
  const [first] = refusal.reason === 'kernel.invalid' ? fields : []
  // The first wrong field by its path: what a machine can find, and a page puts its label for.
  const msg =
    first !== undefined && isReason(first.reason)
      ? `${first.path}: ${sayReason(first.reason, first.params, language)}`
      : sayReason(refusal.reason, params, language)
  return { code: refusal.code, msg, data: null, error: { reason: refusal.reason, params, fields } }
}
