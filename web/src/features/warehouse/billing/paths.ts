/** What changes with a quotation or a charge: reviews of quotations hang together with both. */
export const billingPaths = ['/api/Quotations/', '/api/WarehouseCharges/', '/api/Approvals/']
