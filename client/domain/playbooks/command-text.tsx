import type { CommandPart } from '#shared/playbooks/preflight.ts'
import './command-text.css'

export function CommandText({ parts }: { readonly parts: readonly CommandPart[] }) {
  return (
    <pre className="command-text">
      {parts.map(({ text, isFilled }, index) =>
        isFilled ? (
          // oxlint-disable-next-line no-array-index-key -- parts have no identity but their place in the command
          <span key={index} className="command-filled">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </pre>
  )
}
