import type { Reason } from '../errors.ts'
import type { Params } from '../kernel/call.ts'

export const minPasswordLength = 8

/** The most used passwords that are long enough to pass, with what Chinese offices add; compared in lower case. */
const common = new Set(
  `12345678 123456789 1234567890 87654321 88888888 66666666 11111111 00000000 99999999 12341234 11223344 11112222 147258369
  123123123 1qaz2wsx 1qaz2wsx3edc qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm123 password password1 password12 password123
  passw0rd p@ssw0rd p@ssword iloveyou sunshine princess football baseball superman trustno1 welcome1 welcome123 letmein1
  admin123 admin888 admin1234 admin12345 administrator root1234 test1234 user1234 abcd1234 abc12345 abc123456 a1234567 a12345678
  a123456789 aa123456 aa12345678 qq123456 qq12345678 woaini1314 woaini520 5201314520 1314520520 q1w2e3r4 1q2w3e4r 1q2w3e4r5t
  xunyun123 xunyun2026 wuliu123 wuliu888 huoyun123 qwer1234 asdf1234 zxcv1234 changeme changeme123 default1 master123`.split(
    /\s+/,
  ),
)

/** Why a new password is refused, or undefined. */
export function weakness(password: string, account: string): { reason: Reason; params: Params } | undefined {
  if ([...password].length < minPasswordLength)
    return { reason: 'system.passwordShort', params: { min: minPasswordLength } }
  const lower = password.toLowerCase()
  if (common.has(lower) || /^(.)\1+$/.test(lower) || (account.length >= 4 && lower.startsWith(account.toLowerCase())))
    return { reason: 'system.passwordCommon', params: {} }
  return undefined
}
