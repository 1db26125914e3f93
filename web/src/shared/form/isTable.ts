/** Of what is pasted: several cells, never what belongs into one. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim())
