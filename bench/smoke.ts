/** `npm run bench -- --smoke`: every scenario once on little data, to see that both sides still answer; its figures say nothing. */
export const isSmoke = process.argv.includes('--smoke')

/** What a run measures with, and what a smoke run does. */
export const full = <T>(measured: T, smoke: T): T => (isSmoke ? smoke : measured)
