export { batchFor, containerFor } from './batches.ts'
export { type Movement, postMovements, reversePosting, type StockKey } from './post.ts'
