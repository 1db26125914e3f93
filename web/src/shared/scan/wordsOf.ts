import { ApiError } from '../api/errors.ts'
import { fieldMessages } from '../api/fieldErrors.ts'

/** What a refusal says: at its field, else as a whole. `none` where there is no record by the number that was scanned. */
export async function wordsOf(error: unknown, none?: string): Promise<string> {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (none !== undefined && error.code === 404) return none
  const [first] = await fieldMessages(error)
  return first?.errors[0] ?? error.message
}

/** Why what was asked for is not here: there is none by that number, or something stood in the way, as a network that is gone. */
export const missingWords = (error: Error, none: string): string =>
  error instanceof ApiError && error.code === 404 ? none : error.message
