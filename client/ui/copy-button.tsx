import { Duplicate } from '@blueprintjs/icons'
import { Button } from './button.tsx'
import { copyWithToast } from './feedback/copy-with-toast.ts'

interface CopyButtonProps {
  readonly text: string | (() => string)
  readonly children?: React.ReactNode
  readonly label?: string
}

export function CopyButton({ text, children, label = 'Copy' }: CopyButtonProps) {
  return (
    <Button
      look={children === undefined ? 'minimal' : 'plain'}
      small
      icon={<Duplicate size={14} />}
      {...(children === undefined && { 'aria-label': label })}
      onClick={() => void copyWithToast(typeof text === 'string' ? text : text())}
    >
      {children}
    </Button>
  )
}
