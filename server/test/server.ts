import pg from 'pg'

export const templateDatabase = 'xunyun_template'

export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<void> {
  await run(serverUrl, `create database ${name}${template ? ` template ${template}` : ''}`)
}

export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** One statement outside a transaction. */
export async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
