import { AnsiUp } from 'ansi_up'
import { renderTerminalLine } from '#shared/primitives/terminal-line.ts'
import { splitLinks, type TextPart } from './split-links.ts'

export interface Segment {
  readonly text: string
  readonly className?: string
  readonly color?: string
  readonly backgroundColor?: string
  readonly href?: string
}

const escape = '\u001b'
const withLinks = (segment: Segment): readonly Segment[] => {
  if (segment.href !== undefined || !segment.text.includes('://')) return [segment]
  const toSegment = (part: TextPart): Segment => ({ ...segment, ...part })
  return splitLinks(segment.text).map(toSegment)
}

/** ansi_up writes spans and links side by side, never nested. */
const pieces = /<span([^>]*)>([^<]*)<\/span>|<a href="([^"]*)">([^<]*)<\/a>|([^<]+)/g
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescape = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)

const attribute = (attributes: string, name: string): string =>
  attributes.split(`${name}="`, 2)[1]?.split('"', 1)[0] ?? ''

const styleClasses: Readonly<Record<string, string>> = {
  'font-weight': 'ansi-bold',
  opacity: 'ansi-faint',
  'font-style': 'ansi-italic',
  'text-decoration': 'ansi-underline',
}

const parseLook = (attributes: string): Omit<Segment, 'text'> => {
  const style = new Map(
    attribute(attributes, 'style')
      .split(';')
      .map((part) => [part.split(':', 1)[0] ?? '', part.slice(part.indexOf(':') + 1)]),
  )
  const classes = [attribute(attributes, 'class'), ...[...style.keys()].map((name) => styleClasses[name] ?? '')]
  const [color, backgroundColor] = [style.get('color'), style.get('background-color')]
  return {
    ...(classes.some(Boolean) && { className: classes.filter(Boolean).join(' ') }),
    ...(color !== undefined && { color }),
    ...(backgroundColor !== undefined && { backgroundColor }),
  }
}

/** Unsupported escapes are dropped. For security, content is always text and links are http or https only. */
export const ansiSegments = (line: string): readonly Segment[] => {
  const text = renderTerminalLine(line)
  if (!text.includes(escape)) return withLinks({ text })
  const ansi = new AnsiUp()
  ansi.use_classes = true
  ansi.url_allowlist = { http: 1, https: 1 }
  return [...ansi.ansi_to_html(text).matchAll(pieces)].flatMap((match) => {
    const [, attributes = '', styled, href, linked, plain] = match
    if (href !== undefined) return [{ text: unescape(linked ?? ''), href: unescape(href) }]
    return withLinks({ text: unescape(styled ?? plain ?? ''), ...parseLook(attributes) })
  })
}

// oxlint-disable-next-line no-control-regex -- terminal escapes begin with and end in control characters
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g

/** As displayed, without colors and links. */
export const plainText = (line: string): string => {
  const text = renderTerminalLine(line)
  return text.includes(escape) ? text.replaceAll(escapes, '') : text
}

export const markFound = (
  segments: readonly Segment[],
  searchText: string,
): readonly (Segment & { readonly found?: true })[] => {
  const whole = segments
    .map(({ text }) => text)
    .join('')
    .toLowerCase()
  const wanted = searchText.toLowerCase()
  if (wanted === '' || !whole.includes(wanted)) return segments
  const edges: number[] = []
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
    edges.push(at, at + wanted.length)
  }
  let start = 0
  const cut: (Segment & { readonly found?: true })[] = []
  for (const { text, ...look } of segments) {
    const end = start + text.length
    const cuts = [start, ...edges.filter((edge) => edge > start && edge < end), end]
    for (const [i, from] of cuts.slice(0, -1).entries()) {
      const isFound = edges.some((edge, n) => n % 2 === 0 && from >= edge && from < (edges[n + 1] ?? 0))
      const piece = text.slice(from - start, (cuts[i + 1] ?? end) - start)
      cut.push({ ...look, text: piece, ...(isFound && { found: true }) })
    }
    start = end
  }
  return cut
}
