/** What receiving and putting away change: the notice, its receipts and its tasks hang together. */
export const inboundPaths = ['/api/InboundNotice/', '/api/Receive/', '/api/Ground/']
