/** `X-Github-Event`, as servers in Go spell the names of headers. */
export const canonicalHeaderName = (name: string): string =>
  name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())
