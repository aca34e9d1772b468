/** Control characters, which browsers drop before they read an address. */
// oxlint-disable-next-line no-control-regex -- exactly these are looked for
const dropped = /[\u0000-\u001f]/

/**
 * The path with query and fragment when an address lies within the console at `origin`, else null: nobody is sent
 * anywhere else by an address that somebody put into a link. Backslashes count as slashes, as browsers take them.
 */
export const ownPath = (address: string | null | undefined, origin: string): string | null => {
  if (address == null || dropped.test(address)) return null
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return /^\/(?![/\\])/.test(path) ? path : null
}
