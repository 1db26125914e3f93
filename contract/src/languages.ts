export const languages = ['zh', 'en', 'es', 'ja'] as const
export type Language = (typeof languages)[number]
/** One text in every language. */
export type Titles = Readonly<Record<Language, string>>
