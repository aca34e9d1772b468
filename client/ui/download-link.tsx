import { Download } from '@blueprintjs/icons'
import { Button } from './button.tsx'

interface DownloadLinkProps {
  readonly href: string
  /** Under which name the file is saved; left out: the one that the server gives it. */
  readonly name?: string | undefined
  /** Saves the file in the place of the link. */
  readonly onSave?: (() => void) | undefined
  readonly busy?: boolean
  /** The icon alone; then `label` is its name. */
  readonly iconOnly?: boolean
  readonly label?: string
}

/** The way to a file: a link that the browser saves, or a button that saves it. */
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
