import type { Reasons } from './shape.ts'

export const resourcesErrors = {} as const satisfies Reasons
