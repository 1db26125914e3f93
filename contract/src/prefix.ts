/** {prefix} of the specification (RT-22). */
export const prefix = '/tms'
