/** What changes with titles and tax items. */
export const billingPaths = ['/api/InvoiceProfiles/', '/api/TaxItems/']
