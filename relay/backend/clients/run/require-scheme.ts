/** Several drivers ignore the scheme, so that the address of another kind of server would pass. */
export const requireScheme = (address: string, schemes: readonly string[]): void => {
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(address)?.[1]
  if (scheme === undefined || schemes.includes(scheme.toLowerCase())) return
  throw new Error(
    `The address starts with ${scheme}://, expected ${schemes.map((known) => `${known}://`).join(' or ')}.`,
  )
}
