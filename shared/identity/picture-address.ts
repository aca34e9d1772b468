/** Where the hosted provider keeps the pictures of people. */
export const hostedPictures = 'https://img.clerk.com'

/**
 * Whether pages may load somebody's picture from this address: one that comes with the page, one of the console's own, and in
 * hosted mode the provider's. Any other would tell its owner who looks at the console, when and from where.
 */
export const isOwnPicture = (address: string, isHosted: boolean): boolean =>
  address.startsWith('data:image/') ||
  /^\/(?!\/)/.test(address) ||
  (isHosted && address.startsWith(`${hostedPictures}/`))
