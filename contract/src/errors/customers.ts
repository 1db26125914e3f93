import type { Reasons } from './shape.ts'

export const customersErrors = {} as const satisfies Reasons
