import { parseMarkdown, type Block, type Inline } from './markdown.ts'

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface Marks {
  readonly text: (text: string) => string
  readonly code: (text: string) => string
  readonly strong: (text: string) => string
  readonly emphasis: (text: string) => string
  readonly deleted: (text: string) => string
  readonly link: (label: string, href: string) => string
}

const renderInline = (nodes: readonly Inline[], marks: Marks): string =>
  nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
        case 'code':
          return marks[node.kind](node.text)
        case 'link':
          return marks.link(renderInline(node.children, marks), node.href)
        default:
          return marks[node.kind](renderInline(node.children, marks))
      }
    })
    .join('')

interface Lines extends Marks {
  readonly heading: (text: string) => string
  readonly item: (marker: string) => string
  readonly quote: (text: string) => string
  readonly fenced: (text: string) => string
  readonly rule: (line: string) => string
}

const renderLines = (source: string, marks: Lines): string =>
  parseMarkdown(source)
    .map((block): string => {
      switch (block.kind) {
        case 'blank':
          return ''
        case 'rule':
          return marks.rule(block.line)
        case 'line':
          return renderInline(block.children, marks)
        case 'heading':
          return marks.heading(renderInline(block.children, marks))
        case 'quote':
          return marks.quote(renderInline(block.children, marks))
        case 'item':
          return `${block.indent}${marks.item(block.marker)}${block.space}${renderInline(block.children, marks)}`
        case 'code':
          return marks.fenced(block.lines.join('\n'))
        default:
          return block.rows.map((cells) => cells.map((cell) => renderInline(cell, marks)).join(' | ')).join('\n')
      }
    })
    .join('\n')

const same = (text: string): string => text

/** Text without markup is unchanged. */
export const renderPlain = (source: string): string =>
  renderLines(source, {
    text: same,
    code: same,
    strong: same,
    emphasis: same,
    deleted: same,
    link: (label, href) => (label === href || label === '' ? href : `${label} (${href})`),
    heading: same,
    item: same,
    quote: same,
    fenced: same,
    rule: (line) => (line.includes('-') ? line : ''),
  })

const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const toBullet = (marker: string): string => (/^\d/.test(marker) ? marker : '•')

const mrkdwn: Lines = {
  text: same,
  code: (text) => `\`${text}\``,
  strong: (text) => `*${text}*`,
  emphasis: (text) => `_${text}_`,
  deleted: (text) => `~${text}~`,
  link: (label, href) => (label === href || label === '' ? `<${href}>` : `<${href}|${label}>`),
  heading: (text) => `*${text.replaceAll('*', '')}*`,
  item: toBullet,
  quote: (text) => `> ${text}`,
  fenced: (text) => `\`\`\`\n${text}\n\`\`\``,
  rule: () => '',
}

export const renderSlack = (source: string): string =>
  renderLines(source, {
    ...mrkdwn,
    text: escapeMrkdwn,
    code: (text) => mrkdwn.code(escapeMrkdwn(text)),
    fenced: (text) => mrkdwn.fenced(escapeMrkdwn(text)),
  })

export const renderGoogleChat = (source: string): string => renderLines(source, mrkdwn)

const htmlMarks: Marks = {
  text: escapeHtml,
  code: (text) => `<code>${escapeHtml(text)}</code>`,
  strong: (text) => `<strong>${text}</strong>`,
  emphasis: (text) => `<em>${text}</em>`,
  deleted: (text) => `<del>${text}</del>`,
  link: (label, href) => `<a href="${escapeHtml(href)}">${label || escapeHtml(href)}</a>`,
}

/** The tags that Telegram accepts, which has neither headings nor lists. */
export const renderTelegram = (source: string): string =>
  renderLines(source, {
    ...htmlMarks,
    heading: (text) => `<b>${text}</b>`,
    item: toBullet,
    quote: (text) => `<blockquote>${text}</blockquote>`,
    fenced: (text) => `<pre>${escapeHtml(text)}</pre>`,
    rule: () => '',
  })

const isOrdered = (marker: string): boolean => /^\d/.test(marker)

const renderBlock = (block: Block): string => {
  switch (block.kind) {
    case 'blank':
      return ''
    case 'rule':
      return '<hr>'
    case 'line':
      return `${renderInline(block.children, htmlMarks)}<br>`
    case 'heading':
      return `<h${block.level}>${renderInline(block.children, htmlMarks)}</h${block.level}>`
    case 'quote':
      return `<blockquote>${renderInline(block.children, htmlMarks)}</blockquote>`
    case 'item': {
      const list = isOrdered(block.marker) ? `ol start="${Number.parseInt(block.marker, 10)}"` : 'ul'
      return `<${list}><li>${renderInline(block.children, htmlMarks)}</li></${list.slice(0, 2)}>`
    }
    case 'code':
      return `<pre>${escapeHtml(block.lines.join('\n'))}</pre>`
    default: {
      const rows = block.rows.map((cells, index) => {
        const tag = index === 0 ? 'th' : 'td'
        return `<tr>${cells.map((cell) => `<${tag}>${renderInline(cell, htmlMarks)}</${tag}>`).join('')}</tr>`
      })
      return `<table>${rows.join('')}</table>`
    }
  }
}

export const renderHtml = (source: string): string => {
  const html: string[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) html.push(`<p>${paragraph.join('\n').replace(/<br>$/, '')}</p>`)
    paragraph = []
  }
  for (const block of parseMarkdown(source)) {
    if (block.kind === 'line') {
      paragraph.push(renderBlock(block))
      continue
    }
    endParagraph()
    if (block.kind !== 'blank') html.push(renderBlock(block))
  }
  endParagraph()
  return html.join('\n').replaceAll(/<\/(ul|ol)>\n<\1(?: start="\d+")?>/g, '')
}

/** Teams has no headings, and a single line break is a space, except in code. */
export const renderTeams = (source: string): string => {
  const lines = source.split('\n')
  let isCode = false
  const rendered = lines.map((line, index) => {
    const isFence = isCode ? /^```\s*$/.test(line) : line.startsWith('```')
    const text = isCode || isFence ? line : line.replace(/^ {0,3}#{1,6}[ \t]+(.+)$/, '**$1**')
    if (isFence) isCode = !isCode
    if (index === lines.length - 1) return text
    return isCode ? `${text}\n` : `${text}\n\n`
  })
  return rendered.join('')
}

/** Markdown that is shown as `text`. Text without markup is unchanged. */
export const escapeMarkdown = (text: string): string =>
  renderPlain(text) === text && !/^\s*(?:#|>|[-*+]\s|\d+[.)]\s|\|)/m.test(text)
    ? text
    : text.replaceAll(/[\\`*_~[\]<>#|&]/g, String.raw`\$&`)
