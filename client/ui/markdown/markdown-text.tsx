import { lazy, Suspense } from 'react'
import './markdown-text.css'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

const most = 5_000
const tooDeep = /(?:>[ \t]*){20}/
const marks = /[*_`#>[\]~<&\\]|^\s*(?:[-+]|\d+[.)])\s|^\s*[-=]{2,}\s*$|^ {4}/m

interface MarkdownTextProps {
  readonly text: string
  readonly renderLink?: (href: string, children: React.ReactNode) => React.ReactNode
}

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
