import type { ReportBlock, ReportItem } from './report-sections.ts'

const plainMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~$=:@^]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s*[\n\r\u2028\u2029]\s*/g, ' ⏎ ')

const formatRow = (cells: readonly string[]) => `| ${cells.map(plainMarkdown).join(' | ')} |`

const formatItems = (items: readonly ReportItem[], indent = ''): readonly string[] =>
  items.flatMap(({ text, below }) => [`${indent}- ${plainMarkdown(text)}`, ...formatItems(below, `${indent}  `)])

const formatBlock = (block: ReportBlock): readonly string[] => {
  switch (block.kind) {
    case 'heading':
      return [`## ${plainMarkdown(block.text)}`]
    case 'text':
      return [plainMarkdown(block.text)]
    case 'facts':
      return block.facts.map(([name, value]) => `- **${plainMarkdown(name)}:** ${plainMarkdown(value)}`)
    case 'list':
      return formatItems(block.items)
    default:
      return [formatRow(block.head), `| ${block.head.map(() => '---').join(' | ')} |`, ...block.rows.map(formatRow)]
  }
}

export const reportMarkdown = (title: string, blocks: readonly ReportBlock[]): string =>
  `${[`# ${plainMarkdown(title)}`, ...blocks.map((block) => formatBlock(block).join('\n'))].join('\n\n')}\n`
