/** What is asked for anew when a rate changed. */
export const pricePaths = ['/api/TransportPrices/', '/api/Approvals/']
