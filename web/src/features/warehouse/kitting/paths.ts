/** What a set or its order changes: the records, the balances and their ledger. */
export const kitPaths = ['/api/Combination/', '/api/Stock/', '/api/StockLedger/']
