/** Paths of the calls whose answers change with a device; its deposit is an adjustment. */
export const devicePaths = ['/api/GPS/', '/api/Costs/'] as const
