import { hash, verify } from '@node-rs/argon2'
import { isSmall } from './memory.ts'
import { Turns } from './turns.ts'

/** argon2id, OWASP's second profile: 19 MiB, 2 passes, 1 lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and a thread that files and the compressor want too: this process calculates four at a time, two where memory is small. */
const hashes = new Turns(isSmall ? 2 : 4)

export const hashPassword = (password: string): Promise<string> => hashes.run(() => hash(password, options))

/** A hash of nothing, so that an unknown account takes as long as a wrong password. */
const decoy = hashPassword('no account has this password')

export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await decoy)
  const fits = await hashes.run(() => verify(against, password))
  return fits && stored !== undefined
}
