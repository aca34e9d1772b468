import { Button as BlueprintButton } from '@blueprintjs/core'
import { useEffect, useRef, type ButtonHTMLAttributes, type JSX, type Ref } from 'react'
import { keepFocusNear, keepFocusWhileBusy } from '#client/lib/browser/keep-focus.ts'
import { Tooltip } from './layout/tooltip.tsx'

type AriaProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'aria-expanded' | 'aria-haspopup' | 'aria-pressed' | 'aria-controls'
>

interface ButtonProps extends AriaProps {
  readonly className?: string
  readonly id?: string
  readonly children?: React.ReactNode
  /** A static component of @blueprintjs/icons: names would bundle every icon. */
  readonly icon?: JSX.Element
  readonly endIcon?: JSX.Element
  readonly look?: 'plain' | 'primary' | 'danger' | 'minimal'
  readonly small?: boolean
  readonly active?: boolean
  readonly busy?: boolean
  readonly type?: 'button' | 'submit'
  readonly disabledReason?: string | undefined
  readonly disabled?: boolean
  readonly tooltip?: string
  readonly onClick?: (event: React.MouseEvent<HTMLElement>) => void
  /** Replaces `onClick` while there is a `disabledReason`, to lead to what is missing. */
  readonly onDisabledClick?: () => void
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * Blueprint clicks a button on any release of Enter or Space, even if pressed elsewhere: after submitting a form
 * with Enter, the popover's button would be clicked on regaining focus. Ctrl-Enter belongs to the form or dialog.
 */
const useOwnKeysAlone = () => {
  const isDown = useRef(false)
  return {
    onKeyDownCapture: ({ repeat, ctrlKey, metaKey }: React.KeyboardEvent) => {
      if (!repeat && !ctrlKey && !metaKey) isDown.current = true
    },
    onKeyUpCapture: (event: React.KeyboardEvent) => {
      if (!isDown.current) event.stopPropagation()
      isDown.current = false
    },
    onBlurCapture: () => {
      isDown.current = false
    },
  }
}

export function Button({
  look = 'plain',
  small = false,
  active = false,
  busy = false,
  disabled = false,
  disabledReason,
  tooltip,
  icon,
  endIcon,
  children,
  onClick,
  onDisabledClick,
  ...rest
}: ButtonProps) {
  const explained = disabledReason !== undefined
  const handleClick = explained ? onDisabledClick : onClick
  const ownKeysAlone = useOwnKeysAlone()
  useEffect(() => keepFocusNear, [])
  useEffect(() => (busy ? keepFocusWhileBusy() : undefined), [busy])
  const button = (
    <BlueprintButton
      {...rest}
      {...ownKeysAlone}
      {...(icon && { icon })}
      {...(endIcon && { endIcon })}
      intent={look === 'primary' || look === 'danger' ? look : 'none'}
      variant={look === 'minimal' ? 'minimal' : 'solid'}
      size={small ? 'small' : 'medium'}
      active={active}
      loading={busy}
      aria-busy={busy || undefined}
      disabled={disabled && !explained}
      aria-disabled={explained || undefined}
      {...(handleClick && { onClick: handleClick })}
    >
      {children}
    </BlueprintButton>
  )
  const text = disabledReason ?? tooltip
  return text === undefined ? button : <Tooltip text={text}>{button}</Tooltip>
}
