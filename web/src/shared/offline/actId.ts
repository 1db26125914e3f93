/** A key of ours (32 hex digits) as the UUID that an act of a device is known by. */
export const actIdOf = (key: string): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
