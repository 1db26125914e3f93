import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const version = 1
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** What was sealed can't be opened: another key, or other bytes. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/**
 * Seals what the database must not hold readable, as the password of a mailbox: AES-256-GCM under a key that is not in the
 * database (ADR 010). The key is SECRET_KEY, else the file DATA_DIR/secret.key, made at its first use.
 */
export class Secrets {
  readonly #dataDir: string
  #key: Buffer | undefined

  constructor(dataDir: string, key?: Buffer) {
    this.#dataDir = dataDir
    this.#key = key
  }

  /** `use` binds the bytes to their place: sealed for one use they do not open for another. */
  seal(use: string, text: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#keyNow(), iv).setAAD(Buffer.from(use))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), sealed])
  }

  open(use: string, bytes: Buffer): string {
    const iv = bytes.subarray(1, 1 + ivBytes)
    const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
    try {
      if (bytes[0] !== version || tag.length !== tagBytes) throw new SealBroken('not of ours')
      const decipher = createDecipheriv('aes-256-gcm', this.#keyNow(), iv).setAAD(Buffer.from(use)).setAuthTag(tag)
      return decipher.update(bytes.subarray(1 + ivBytes + tagBytes)).toString('utf8') + decipher.final('utf8')
    } catch {
      throw new SealBroken('sealed under another key, or changed since')
    }
  }

  /** HMAC-SHA-256 in hex: who has not the key can neither make one nor alter what it was made of. */
  code(use: string, text: string): string {
    return createHmac('sha256', this.#keyNow()).update(`${use}\0`).update(text).digest('hex')
  }

  #keyNow(): Buffer {
    this.#key ??= readKey(join(this.#dataDir, 'secret.key')) ?? makeKey(this.#dataDir)
    return this.#key
  }
}

function readKey(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${file} holds no key: put it back from the backup`)
  return key
}

/** Several processes may be at it at once: the first whole file wins, and all read that one. */
function makeKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'secret.key')
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file) as Buffer
}
