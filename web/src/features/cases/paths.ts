/** What is asked for anew when a case changed. */
export const casePaths = ['/api/Cases/', '/api/Waybills/', '/api/Desk/', '/api/Approvals/']

/** `?case=YC…`, `?case=TS…`: the one that is looked at. */
export const caseKey = 'case'
/** `?new=YD…`: the waybill that a case is taken down of. */
export const newKey = 'new'
