export const hostedPictures = 'https://img.clerk.com'

/** Privacy: any other host would learn who opens the console, when and from where. */
export const isOwnPicture = (address: string, isHosted: boolean): boolean =>
  address.startsWith('data:image/') ||
  /^\/(?!\/)/.test(address) ||
  (isHosted && address.startsWith(`${hostedPictures}/`))
