// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const dropped = /[\u0000-\u001f]/

/**
 * Security: null unless the address stays on `origin`. Browsers treat backslashes as slashes and remove control
 * characters.
 */
export const ownPath = (address: string | null | undefined, origin: string): string | null => {
  if (address == null || dropped.test(address)) return null
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return /^\/(?![/\\])/.test(path) ? path : null
}
