/** What outbound work changes: notices, their tasks, cartons and unpackings hang together. */
export const outboundPaths = ['/api/OutboundNotice/', '/api/OutBound/', '/api/Encasement/', '/api/Enchase/']
