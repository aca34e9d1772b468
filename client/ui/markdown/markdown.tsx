import { Component } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Components } from 'react-markdown'
import { Link } from 'wouter'
import { toText } from '#shared/primitives/to-text.ts'

interface MarkdownProps {
  readonly text: string
  readonly renderLink?: ((href: string, children: React.ReactNode) => React.ReactNode) | undefined
}

/** Too deep nesting overflows the stack; the text is then shown as typed. */
class OrPlain extends Component<{ readonly text: string; readonly children: React.ReactNode }, { isDeep: boolean }> {
  override state = { isDeep: false }

  static getDerivedStateFromError() {
    return { isDeep: true }
  }

  override render() {
    return this.state.isDeep ? this.props.text : this.props.children
  }
}

const ownSchemes = /^(?:person|team):[0-9a-f-]{36}$/i
const transformUrl = (url: string) => (ownSchemes.test(url) ? url : defaultUrlTransform(url))

const createComponents = (renderLink: MarkdownProps['renderLink']): Components => ({
  a: ({ href = '', children }) => {
    const own = ownSchemes.test(href) ? (renderLink?.(href, children) ?? children) : undefined
    if (own !== undefined) return own
    if (href === '') return children
    if (href.startsWith('/') && !href.startsWith('//'))
      return (
        <Link className="link" href={href}>
          {children}
        </Link>
      )
    return (
      <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  },
  // Privacy: images are not loaded, because requests would reveal readers to other servers.
  img: ({ src, alt }) => <span>{`![${alt ?? ''}](${toText(src)})`}</span>,
})

/** Security: no HTML, no images, only safe links. */
export function Markdown({ text, renderLink }: MarkdownProps) {
  return (
    <OrPlain key={text} text={text}>
      <ReactMarkdown components={createComponents(renderLink)} urlTransform={transformUrl}>
        {text}
      </ReactMarkdown>
    </OrPlain>
  )
}
