/** What several records have, each once and the first three of it; nothing where none has it. */
export function few(values: readonly (string | null)[]): string | undefined {
  const all = [...new Set(values.filter((value) => value !== null && value !== ''))]
  if (all.length === 0) return undefined
  return `${all.slice(0, 3).join('、')}${all.length > 3 ? ' …' : ''}`
}
