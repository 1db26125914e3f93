import type { Reasons } from './shape.ts'

export const waybillsErrors = {} as const satisfies Reasons
