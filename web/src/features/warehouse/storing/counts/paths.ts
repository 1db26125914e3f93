/** What a count changes: itself, and once approved the balances and their ledger. */
export const countPaths = ['/api/Count/', '/api/Stock/', '/api/StockLedger/', '/api/Approvals/']
