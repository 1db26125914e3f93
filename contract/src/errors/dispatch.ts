import type { Reasons } from './shape.ts'

export const dispatchErrors = {} as const satisfies Reasons
