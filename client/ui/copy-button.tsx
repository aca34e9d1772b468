import { Duplicate } from '@blueprintjs/icons'
import { copyText } from '#client/lib/browser/copy-text.ts'
import { Button } from './button.tsx'
import { showToast } from './feedback/toast-store.ts'

interface CopyButtonProps {
  readonly text: string | (() => string)
  readonly children?: React.ReactNode
  readonly label?: string
}

export function CopyButton({ text, children, label = 'Copy' }: CopyButtonProps) {
  const handleClick = async () => {
    const { ok, message } = await copyText(typeof text === 'string' ? text : text())
    showToast(ok ? 'success' : 'error', message)
  }
  return (
    <Button
      look={children === undefined ? 'minimal' : 'plain'}
      small
      icon={<Duplicate size={14} />}
      {...(children === undefined && { 'aria-label': label })}
      onClick={() => void handleClick()}
    >
      {children}
    </Button>
  )
}
