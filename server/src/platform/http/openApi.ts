import type { Call } from '@xunyun/contract/kernel/call'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
  return json
}

/** The API as an OpenAPI 3.1 document, from the same contract that the server is bound by. */
export function openApi(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '迅运物流运输管理系统 API',
      version: '1.0.0',
      description: 'Every answer is an envelope {code, msg, data}; the class of a refusal is in code, inside HTTP 200.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(moduleOf))].map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
  }
}

const moduleOf = (call: Call): string => call.path.split('/')[2] ?? 'api'

function operation(call: Call): Json {
  const [, , module, name] = call.path.split('/')
  return {
    operationId: `${call.method === 'GET' ? 'get' : 'post'}_${module}_${name}`,
    tags: [moduleOf(call)],
    summary: call.summary,
    security: call.access === 'public' ? [] : [{ token: [] }],
    ...(Array.isArray(call.access)
      ? {
          description: `${call.audience === 'everybody' ? '' : 'For staff. '}Needs one of: ${call.access.map(({ page, kind }) => `${page}/${kind}`).join(', ')}`,
        }
      : {}),
    ...input(call),
    responses: {
      200: {
        description: answerText(call),
        content: answer(call),
      },
      400: { description: 'Broken request' },
    },
  }
}

function input(call: Call): Json {
  const schema = schemaOf(call.input)
  if (call.method === 'GET') {
    const required = new Set((schema.required as string[] | undefined) ?? [])
    const properties = Object.entries((schema.properties as Record<string, Json> | undefined) ?? {})
    return {
      parameters: properties.map(([name, shape]) => ({
        name,
        in: call.path.includes(`:${name}`) ? 'path' : 'query',
        required: required.has(name),
        schema: shape,
      })),
    }
  }
  if (call.transport === 'multipart') {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    },
    ...(call.idempotent
      ? {
          parameters: [
            { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 100 } },
          ],
        }
      : {}),
  }
}

const answerText = ({ transport }: Call): string =>
  transport === 'file'
    ? 'The file, or an envelope with a refusal'
    : transport === 'text'
      ? 'Bare text, without an envelope; err for every refusal'
      : 'Envelope'

function answer(call: Call): Json {
  if (call.transport === 'text') return { 'text/plain': { schema: schemaOf(call.output) } }
  if (call.transport === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'msg', 'data'],
        properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: schemaOf(call.output) },
      },
    },
  }
}
