import { send } from '../shared/api/api.ts'
import { saveToken } from '../shared/session/token.ts'
import { wires } from '../shared/session/wires.ts'

/** SE-01: the username is trimmed, the token is saved. The page shows a refusal at its field itself. */
export async function signIn(account: string, password: string): Promise<void> {
  const { token } = await send<{ token: string }>(
    wires.doLogin,
    { LOGNAME: account.trim(), PSD: password },
    { quiet: true },
  )
  saveToken(token)
}
