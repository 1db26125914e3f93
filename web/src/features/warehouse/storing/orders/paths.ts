/** What an order changes: itself, the balances and their ledger. */
export const orderPaths = ['/api/MoveStock/', '/api/Stock/', '/api/StockLedger/']
