export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | undefined
  /** Certificates are not verified. */
  readonly isInsecure?: boolean | undefined
  readonly followsRedirects?: boolean | undefined
}

/** For a POSIX shell: nothing is special within single quotes but the quote. */
export const quoteForShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** `--request` would also apply to the requests after a redirect, so it is left out where it is the default. */
const formatMethod = (method: string, hasBody: boolean): readonly string[] => {
  if (method === 'HEAD') return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['--request', method]
}

/**
 * `--globoff` keeps brackets and braces of the URL; `--data-raw` does not read a file for `@`, but it adds a `Content-Type`,
 * which a header without a value removes.
 */
export const formatCurl = ({ method, url, headers, body, isInsecure, followsRedirects }: SentRequest): string => {
  // curl sends no body with --head.
  const data = method === 'HEAD' ? undefined : body
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const options = [
    ...(isInsecure === true ? ['--insecure'] : []),
    ...(followsRedirects === true ? ['--location'] : []),
    ...formatMethod(method, data !== undefined),
  ]
  const parts = [
    ['curl', '--globoff', ...options, quoteForShell(url)].join(' '),
    ...headers.map(([name, value]) => `--header ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(data === undefined || hasType ? [] : ['--header content-type:']),
    ...(data === undefined ? [] : [`--data-raw ${quoteForShell(data)}`]),
  ]
  return parts.join(' \\\n  ')
}
