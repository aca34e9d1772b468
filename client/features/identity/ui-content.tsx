import { ownPath } from '#shared/access/own-path.ts'
import { readRecoveryCodes } from '#shared/identity/recovery-codes.ts'
import type { InputNode, TextNode, UiNode } from '#shared/identity/ui-node.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function UiTextNode({ node }: { readonly node: TextNode }) {
  const { id, text } = node.attributes
  const codes = readRecoveryCodes(node)
  if (codes.length > 0) return <RecoveryCodes codes={codes} label={node.meta.label?.text ?? 'Recovery codes'} />
  if (id === 'totp_secret_key')
    return (
      <div className="totp-secret">
        <p className="dim">Scan with the authenticator app, or type the secret:</p>
        <div>
          <code data-secret={text.text}>{inFours(text.text)}</code>
          <CopyButton text={text.text} label="Copy secret" />
        </div>
      </div>
    )
  return (
    <div className="ui-text">
      {node.meta.label ? <span className="dim">{node.meta.label.text} </span> : null}
      {text.text}
    </div>
  )
}

/** The service's links are untrusted: only console paths and http(s) URLs are allowed. */
const isAddress = (href: string) => ownPath(href, window.location.origin) !== null || /^https?:\/\//.test(href)

export function UiContent({ node }: { readonly node: Exclude<UiNode, InputNode> }) {
  if (node.type === 'text') return <UiTextNode node={node} />
  if (node.type === 'img') {
    const { src, width, height } = node.attributes
    return <img className="ui-image" src={src} width={width} height={height} alt={node.meta.label?.text ?? ''} />
  }
  if (node.type === 'a')
    return isAddress(node.attributes.href) ? (
      <a className="bp6-button bp6-intent-primary" href={node.attributes.href}>
        {node.attributes.title.text}
      </a>
    ) : null
  return (
    <p className="ui-text">
      {node.meta.label?.text} {node.messages.map(({ text }) => text).join(' ')}
    </p>
  )
}
