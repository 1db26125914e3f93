/** The phone's bars, which a wide window does without. */
export const loadPhoneShell = () => import('./PhoneShell.tsx').then((file) => file.PhoneShell)
