export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | undefined
}

/** For a POSIX shell: nothing is special within single quotes but the quote. */
export const quoteForShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** `--globoff` keeps brackets and braces of the URL; `--data-raw` does not read a file for `@`. */
export const formatCurl = ({ method, url, headers, body }: SentRequest): string => {
  const verb = method === 'HEAD' ? ['--head'] : method === 'GET' && body === undefined ? [] : ['--request', method]
  const parts = [
    ['curl', '--globoff', ...verb, quoteForShell(url)].join(' '),
    ...headers.map(([name, value]) => `--header ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}
