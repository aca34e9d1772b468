import { findEntity } from './entities.ts'

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }

export type Block =
  | { readonly kind: 'blank' }
  | { readonly kind: 'rule'; readonly line: string }
  | { readonly kind: 'line' | 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly kind: 'item'
      readonly indent: string
      readonly marker: string
      readonly space: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }

const spans = [
  { marker: '**', kind: 'strong' },
  { marker: '__', kind: 'strong' },
  { marker: '~~', kind: 'deleted' },
  { marker: '*', kind: 'emphasis' },
  { marker: '_', kind: 'emphasis' },
] as const

const depthMost = 6
const addressMost = 2_000
const escapable = /[!-/:-@[-`{-~]/
const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character)
const shownHref = /^(?:https?:\/\/|mailto:)[^\s<>"]+$/i

interface Found {
  readonly node: Inline
  readonly end: number
}

class InlineParser {
  readonly #text: string
  readonly #depth: number
  /** Markers without a closing one in the rest of the text, so that each is searched for once. */
  readonly #unclosed = new Set<string>()
  /** No marker before this position closes a span. */
  readonly #scanned = new Map<string, number>()

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  parse(): readonly Inline[] {
    const nodes: Inline[] = []
    let plain = ''
    for (let at = 0; at < this.#text.length;) {
      const character = this.#text[at] ?? ''
      const next = this.#text[at + 1]
      if (character === '\\' && next !== undefined && escapable.test(next)) {
        plain += next
        at += 2
        continue
      }
      const entity = character === '&' ? findEntity(this.#text, at) : undefined
      if (entity !== undefined) {
        plain += entity.text
        at = entity.end
        continue
      }
      const found = this.#findNode(at, character)
      if (found === undefined) {
        plain += character
        at += 1
        continue
      }
      if (plain !== '') nodes.push({ kind: 'text', text: plain })
      plain = ''
      nodes.push(found.node)
      at = found.end
    }
    if (plain !== '') nodes.push({ kind: 'text', text: plain })
    return nodes
  }

  #findNode(at: number, character: string): Found | undefined {
    switch (character) {
      case '`':
        return this.#findCode(at)
      case '[':
        return this.#findLink(at + 1)
      case '!':
        return this.#text[at + 1] === '[' ? this.#findLink(at + 2) : undefined
      case '<':
        return this.#findAddress(at)
      case '*':
      case '_':
      case '~':
        return this.#findSpan(at)
      default:
        return undefined
    }
  }

  #indexOf(marker: string, from: number): number {
    if (this.#unclosed.has(marker)) return -1
    const at = this.#text.indexOf(marker, from)
    if (at < 0) this.#unclosed.add(marker)
    return at
  }

  #findCode(at: number): Found | undefined {
    const [ticks = '`'] = /^`+/.exec(this.#text.slice(at, at + 10)) ?? []
    const end = this.#indexOf(ticks, at + ticks.length)
    if (end <= at + ticks.length) return undefined
    const text = this.#text.slice(at + ticks.length, end)
    return { node: { kind: 'code', text: ticks.length > 1 ? text.trim() : text }, end: end + ticks.length }
  }

  #findLink(from: number): Found | undefined {
    const middle = this.#indexOf('](', from)
    if (middle < 0) return undefined
    const label = this.#text.slice(from, middle)
    const end = label.includes('[') ? -1 : this.#findClosing(middle + 2)
    if (end < 0) return undefined
    const [href = ''] = this.#text
      .slice(middle + 2, end)
      .trim()
      .replace(/^<(.*)>$/, '$1')
      .split(/\s/, 1)
    if (!shownHref.test(href)) return undefined
    return { node: { kind: 'link', href, children: this.#parseInner(label) }, end: end + 1 }
  }

  /** Parentheses in an address are part of it where they are balanced. */
  #findClosing(from: number): number {
    let depth = 0
    for (let at = from; at < Math.min(this.#text.length, from + addressMost); at += 1) {
      if (this.#text[at] === '(') depth += 1
      else if (this.#text[at] === ')') {
        if (depth === 0) return at
        depth -= 1
      }
    }
    return this.#indexOf(')', from)
  }

  #findAddress(at: number): Found | undefined {
    if (!/^<(?:https?:|mailto:)/i.test(this.#text.slice(at, at + 10))) return undefined
    const end = this.#indexOf('>', at)
    const href = this.#text.slice(at + 1, end)
    if (end < 0 || !shownHref.test(href)) return undefined
    return { node: { kind: 'link', href, children: [{ kind: 'text', text: href }] }, end: end + 1 }
  }

  #findSpan(at: number): Found | undefined {
    const span = spans.find(({ marker }) => this.#text.startsWith(marker, at))
    if (span === undefined || this.#depth >= depthMost) return undefined
    const { marker, kind } = span
    const from = at + marker.length
    if (isSpace(this.#text[from]) || (marker !== '**' && isWord(this.#text[at - 1]))) return undefined
    let end = this.#indexOf(marker, Math.max(from + 1, this.#scanned.get(marker) ?? 0))
    while (end >= 0) {
      const isLonger = marker.length === 1 && this.#text[end + 1] === marker
      const isClosing =
        !isLonger && !isSpace(this.#text[end - 1]) && (marker === '**' || !isWord(this.#text[end + marker.length]))
      if (isClosing) {
        // `***both***` is emphasis inside of strong text.
        if (marker === '**' && this.#text[from] === '*' && this.#text[end + 2] === '*') end += 1
        return { node: { kind, children: this.#parseInner(this.#text.slice(from, end)) }, end: end + marker.length }
      }
      const next = end + (isLonger ? 2 : 1)
      this.#scanned.set(marker, next)
      end = this.#indexOf(marker, next)
    }
    return undefined
  }

  #parseInner(text: string): readonly Inline[] {
    return new InlineParser(text, this.#depth + 1).parse()
  }
}

const parseInline = (text: string): readonly Inline[] => new InlineParser(text, 0).parse()

const splitCells = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const isTableRow = (line: string | undefined): boolean => line?.trim().startsWith('|') === true
const isTableRule = (line: string | undefined): boolean =>
  isTableRow(line) && splitCells(line ?? '').every((cell) => /^:?-+:?$/.test(cell))

const parseLine = (line: string): Block => {
  if (line.trim() === '') return { kind: 'blank' }
  if (/^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return { kind: 'rule', line }
  const [, hashes = '', heading] = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line) ?? []
  if (heading !== undefined)
    return { kind: 'heading', level: hashes.length, children: parseInline(heading.replace(/\s+#+\s*$/, '')) }
  const [, quote] = /^ {0,3}>[ \t]?(.*)$/.exec(line) ?? []
  if (quote !== undefined) return { kind: 'quote', children: parseInline(quote) }
  const [, indent = '', marker, space = ' ', item = ''] = /^(\s*)([-*+]|\d{1,9}[.)])([ \t]+)(.*)$/.exec(line) ?? []
  if (marker !== undefined) return { kind: 'item', indent, marker, space, children: parseInline(item) }
  return { kind: 'line', children: parseInline(line) }
}

/** A subset of Markdown, line by line: text without markup is parsed to itself. HTML is text. */
export const parseMarkdown = (source: string): readonly Block[] => {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, fence] = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(line) ?? []
    if (fence !== undefined) {
      const length = lines.slice(at + 1).findIndex((each) => each.trim() === fence)
      const end = length < 0 ? lines.length : at + 1 + length
      blocks.push({ kind: 'code', lines: lines.slice(at + 1, end) })
      at = end
      continue
    }
    if (isTableRow(line) && isTableRule(lines[at + 1])) {
      const length = lines.slice(at).findIndex((each) => !isTableRow(each))
      const rows = length < 0 ? lines.slice(at) : lines.slice(at, at + length)
      const cells = rows.filter((_, index) => index !== 1).map((row) => splitCells(row).map(parseInline))
      blocks.push({ kind: 'table', rows: cells })
      at += rows.length - 1
      continue
    }
    blocks.push(parseLine(line))
  }
  return blocks
}
