import { lazy, Suspense } from 'react'
import './markdown-text.css'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** A longer text is shown as it was typed: reading it would hold up the page. */
const most = 5_000
/** So many quotes in each other are nobody's text. */
const tooDeep = /(?:>[ \t]*){20}/
/** Whether anything in a text would be drawn otherwise than typed. */
const marks = /[*_`#>[\]~<&\\]|^\s*(?:[-+]|\d+[.)])\s|^\s*[-=]{2,}\s*$|^ {4}/m

interface MarkdownTextProps {
  readonly text: string
  readonly renderLink?: (href: string, children: React.ReactNode) => React.ReactNode
}

/** What people write, with its Markdown drawn. The library comes with the first text that has any. */
export function MarkdownText({ text, renderLink }: MarkdownTextProps) {
  if (text.length > most || tooDeep.test(text) || !marks.test(text))
    return <div className="markdown markdown-plain">{text}</div>
  return (
    <div className="markdown">
      <Suspense fallback={<div className="markdown-plain">{text}</div>}>
        <Markdown text={text} renderLink={renderLink} />
      </Suspense>
    </div>
  )
}
