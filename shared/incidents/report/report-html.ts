import type { ReportBlock, ReportItem } from './report-sections.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const plain = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const cells = (name: 'td' | 'th', row: readonly string[]) =>
  `<tr>${row.map((cell) => `<${name}>${plain(cell)}</${name}>`).join('')}</tr>`

const formatList = (items: readonly ReportItem[]): string =>
  `<ul>${items.map(({ text, below }) => `<li>${plain(text)}${below.length === 0 ? '' : formatList(below)}</li>`).join('')}</ul>`

const formatBlock = (block: ReportBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `<h2>${plain(block.text)}</h2>`
    case 'text':
      return `<p>${plain(block.text)}</p>`
    case 'facts':
      return `<dl>${block.facts.map(([name, value]) => `<dt>${plain(name)}</dt><dd>${plain(value)}</dd>`).join('')}</dl>`
    case 'list':
      return formatList(block.items)
    default:
      return `<table><thead>${cells('th', block.head)}</thead><tbody>${block.rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`
  }
}

const style =
  'body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}' +
  'td,th{border-bottom:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}' +
  'td,li,p,dd{white-space:pre-wrap;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0}'

/** Security: the page must not load or run anything. */
export const reportHtml = (title: string, blocks: readonly ReportBlock[]): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${plain(title)}</title><style>${style}</style></head><body>`,
    `<h1>${plain(title)}</h1>`,
    ...blocks.map(formatBlock),
    '</body></html>',
    '',
  ].join('\n')
