import { totalmem } from 'node:os'

/** What all of us may use together: a container's limit is below what the machine has. Bytes. */
export const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** Below 1 GB fewer things are done side by side. */
export const isSmall = memoryBytes < 1024 ** 3
