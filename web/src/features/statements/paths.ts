/** What is asked for anew when a statement moved. */
export const statementPaths = ['/api/Statements/', '/api/Waybills/']
/** The statement that the page's address names. */
export const statementKey = 'statement'
