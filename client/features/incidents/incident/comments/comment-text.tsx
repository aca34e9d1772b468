import { MarkdownText } from '#client/ui/markdown/markdown-text.tsx'

const renderMention = (href: string, children: React.ReactNode) => (
  <span className="mention" data-kind={href.startsWith('team:') ? 'team' : 'person'}>
    {children}
  </span>
)

export function CommentText({ text }: { readonly text: string }) {
  return <MarkdownText text={text} renderLink={renderMention} />
}
