/** The header by which a user name and a password sign in. */
export const formatBasicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
