import { longestConnectionText, findSeparator } from './connection-text.ts'

/** Offsets of the password as written, escapes included. */
export interface PasswordSpan {
  readonly start: number
  readonly end: number
  readonly owner: string
}

const secretWords =
  'password|passwd|passphrase|pwd|secret|token|bearer|credential|api[-_]?key|access[-_]?key|secret[-_]?key|auth[-_]?key|account[-_]?key|private[-_]?key|signing[-_]?key'

const names = new RegExp(`(${secretWords}|[-_]key|session|certificate|kubeconfig|authorization|cookie)s?$`, 'i')

const hints =
  /pass|pwd|secret|token|bearer|credential|key|auth|session|certificate|kubeconfig|cookie|:[^\s"]{1,300}@|"[^\s:@/"]{1,100}:[^"]{1,300}@|bark|discord|googlechat|gotify|hooks?\.|ifttt|mattermost|matrix:|ntfy|opsgenie|push(?:bullet|over)|rocketchat|slack|teams:|telegram|zulip/i

export const hasSecretHints = (json: string): boolean => hints.test(json)

export const isSecretName = (name: string): boolean => names.test(name) && !/public[-_]?key$/i.test(name)

const userInfo = /(?<![\w+.-])([a-z][\w+.-]{0,30}:\/\/)([^\s:/?#@]*):([^\s/?#]+)@([^\s/?#]*)/gi
/** With `/`, `?` or `#` in the password, which makes the address unreadable. */
const unencoded = /^\s*([a-z][\w+.-]{0,30}:\/\/)([^\s:/?#@]*):(\S+)@([^\s@]+)\s*$/i
/** Git services accept a token as user name without a password. */
const tokenAlone = /(https?:\/\/)([^\s:/?#@]{16,})@([^\s/?#]*)/gi
const bare = /^([^\s:@/]+):(.+)@((?:\w*\([^()]*\))?\/.*|[\w.-]+(?::\d+)?(?:\/.*)?)$/s
const noLogin = /^(mailto|sips?|xmpp|acct|tel)$/i
const pair = new RegExp(`(?<![\\w$.-])([\\w.-]*(?:${secretWords}))\\s*=(?![=~])\\s*`, 'gi')
const jsonPair = new RegExp(
  `(["'])([\\w.-]*(?:${secretWords}|authorization))\\1\\s*:\\s*(["'])((?:\\\\.|(?!\\3)[^\\\\])*)\\3`,
  'gi',
)
const header = /(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:[a-z]+\s+)?([^\s"']+)/gi
const host = /(?:^|[\s;])(?:host|server|data source|addr|address)\s*=\s*([^\s;]+)/i
const service =
  /^((?:bark|discord|googlechat|gotify|ifttt|mattermost|matrix|ntfy|opsgenie|pushbullet|pushover|rocketchat|slack|teams|telegram|zulip):\/\/)([^$]+)$/i
const webhook =
  /(https:\/\/(?:hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/|api\.telegram\.org\/bot))([^\s"'?#]+)/gi
const reference = /^(\$[\w({]|\{\{|<)/

export const passwordsIn = (text: string): PasswordSpan[] => {
  if (!/[:=]/.test(text)) return []
  const found: PasswordSpan[] = []
  const add = (start: number, end: number, owner: string): void => {
    const secret = text.slice(start, end)
    if (secret === '' || reference.test(secret)) return
    found.push({ start, end, owner: owner.toLowerCase() })
  }

  for (const { index, 1: scheme = '', 2: user = '', 3: secret = '', 4: target = '' } of text.matchAll(userInfo)) {
    const start = index + scheme.length + user.length + 1
    add(start, start + secret.length, `${scheme}${user}@${target}`)
  }
  for (const { index, 1: scheme = '', 2: secret = '', 3: target = '' } of text.matchAll(tokenAlone)) {
    const start = index + scheme.length
    add(start, start + secret.length, `${scheme}@${target}`)
  }
  const broken = URL.canParse(text) ? null : unencoded.exec(text)
  if (broken !== null) {
    const [whole, scheme = '', user = '', secret = '', target = ''] = broken
    const start = whole.indexOf(scheme) + scheme.length + user.length + 1
    add(start, start + secret.length, `${scheme}${user}@${target}`)
  }
  const [, named = '', address = ''] = service.exec(text) ?? []
  if (address !== '') add(named.length, text.length, named)
  for (const { index, 1: start = '', 2: secret = '' } of text.matchAll(webhook))
    add(index + start.length, index + start.length + secret.length, start)
  const [, user, secret, target] =
    text.length > longestConnectionText || text.includes('://') ? [] : (bare.exec(text) ?? [])
  if (user !== undefined && secret !== undefined && !noLogin.test(user))
    add(user.length + 1, user.length + 1 + secret.length, `${user}@${target}`)
  const of = host.exec(text)?.[1] ?? ''
  const separator = findSeparator(text)
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(pair)) {
    const from = index + whole.length
    const isQuery = /[?&]/.test(text[index - 1] ?? '')
    const [start, end] = valueIn(text.slice(from), separator, isQuery)
    add(from + start, from + end, `${name} ${of}`)
  }
  for (const { index, 0: whole, 2: name = '', 4: value = '' } of text.matchAll(jsonPair)) {
    const start = index + whole.length - 1 - value.length
    add(start, start + value.length, name)
  }
  for (const { index, 0: whole, 1: value = '' } of text.matchAll(header)) {
    const start = index + whole.length - value.length
    add(start, start + value.length, 'authorization')
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  let end = 0
  return found.filter((span) => {
    if (span.start < end) return false
    end = span.end
    return true
  })
}

const valueIn = (rest: string, separator: string | undefined, isQuery: boolean): [number, number] => {
  const quote = rest[0]
  if (quote === "'" || quote === '"') return [1, 1 + findClosingQuote(rest.slice(1), quote)]
  if (isQuery) return [0, matchLength(/^[^\s&;#"']*/, rest)]
  if (separator === ';') return [0, matchLength(/^[^;]*/, rest)]
  return [0, matchLength(separator === ' ' ? /^(?:\\.|[^\s\\])*/s : /^[^\s"'`]*/, rest)]
}

const matchLength = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0

const findClosingQuote = (text: string, quote: string): number => {
  for (let end = 0; end < text.length; end += 1) {
    if (text[end] === '\\' || (text[end] === quote && text[end + 1] === quote)) end += 1
    else if (text[end] === quote) return end
  }
  return text.length
}
