/** What changes with titles and tax items. */
export const billingPaths = ['/api/InvoiceProfiles/', '/api/TaxItems/']
/** What changes when an application was made, decided, issued or reversed. */
export const invoicePaths = ['/api/Invoices/', '/api/Approvals/', '/api/Workbench/', '/api/InvoiceProfiles/']
