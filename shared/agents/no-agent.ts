/** The agent of what this console runs itself. */
export const noAgent = '00000000-0000-0000-0000-000000000000'
