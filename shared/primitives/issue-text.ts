/** JSON has no `undefined`: a missing field is named as such. */
export const issueText = (message: string): string => (message.endsWith('received undefined') ? 'required' : message)
