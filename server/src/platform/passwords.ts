import { hash, verify } from '@node-rs/argon2'

/** argon2id, OWASP's second profile: 19 MiB, 2 passes, 1 lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** A hash of nothing, so that an unknown account takes as long as a wrong password. */
const decoy = hashPassword('no account has this password')

export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await decoy), password)
  return fits && stored !== undefined
}
