import { Download } from '@blueprintjs/icons'
import { Button } from './button.tsx'

interface DownloadLinkProps {
  readonly href: string
  readonly name?: string | undefined
  readonly onSave?: (() => void) | undefined
  readonly busy?: boolean
  readonly iconOnly?: boolean
  readonly label?: string
}

export function DownloadLink({
  href,
  name,
  onSave,
  busy = false,
  iconOnly = false,
  label = 'Download',
}: DownloadLinkProps) {
  if (onSave !== undefined)
    return (
      <Button
        look={iconOnly ? 'minimal' : 'plain'}
        busy={busy}
        onClick={onSave}
        {...(iconOnly && { icon: <Download size={14} />, 'aria-label': label })}
      >
        {iconOnly ? undefined : label}
      </Button>
    )
  return iconOnly ? (
    <a className="bp6-button bp6-minimal" href={href} download={name ?? true} aria-label={label}>
      <Download size={14} />
    </a>
  ) : (
    <a className="bp6-button" href={href} download={name ?? true}>
      {label}
    </a>
  )
}
