/** A property of a connection whose name begins so is a header of its requests or mails. */
export const headerPrefix = 'header:'

export const isHeaderName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name)

export const listHeaders = (properties: Readonly<Record<string, string>>): (readonly [name: string, value: string])[] =>
  Object.entries(properties).flatMap(([key, value]) =>
    key.startsWith(headerPrefix) ? [[key.slice(headerPrefix.length), value] as const] : [],
  )
