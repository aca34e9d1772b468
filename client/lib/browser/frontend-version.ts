/** The version that the console names (ledger SHELL-69). */
export const frontendVersion = '1.0.855'
