import './state-mark.css'

export type State = 'healthy' | 'warning' | 'unhealthy' | 'unknown' | 'running'

interface StateMarkProps {
  readonly state: State
  readonly stale?: boolean
  readonly quiet?: boolean
  readonly label?: string
}

const shapes = {
  healthy: <circle cx="6" cy="6" r="4.6" fill="currentColor" />,
  warning: <path d="M6 1.2 11.4 10.7H.6z" fill="currentColor" />,
  unhealthy: <rect x="1.5" y="1.5" width="9" height="9" rx=".5" fill="currentColor" />,
  unknown: <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  running: (
    <g fill="none" stroke="currentColor" strokeLinecap="round">
      <circle cx="6" cy="6" r="4" strokeWidth="1.6" opacity=".3" />
      <path d="M6 2a4 4 0 0 1 4 4" strokeWidth="2" />
    </g>
  ),
} satisfies Record<State, React.JSX.Element>

/** Hatches are drawn manually: a clip path needs a unique id, and a page has thousands of marks. */
const staleShapes = {
  healthy: (
    <g fill="none" stroke="currentColor" strokeWidth="1.1">
      <circle cx="6" cy="6" r="4.3" />
      <path d="M2.96 9.04 9.04 2.96M1.75 6.65 6.65 1.75M5.35 10.25 10.25 5.35" />
    </g>
  ),
  warning: (
    <g fill="none" stroke="currentColor" strokeWidth="1.1">
      <path d="M6 1.9 10.8 10.2H1.2zM3.12 6.88 6.4 3.6M2.2 9.3 7.2 4.3M3.9 10.2 8.3 5.8M6.5 10.2 9.1 7.6M8.7 10.2 10 8.9" />
    </g>
  ),
  unhealthy: (
    <g fill="none" stroke="currentColor" strokeWidth="1.1">
      <path d="M1.5 1.5h9v9h-9zM1.5 10.5l9-9M1.5 6.5l5-5M5.5 10.5l5-5" />
    </g>
  ),
  unknown: (
    <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="1.5 1.5" />
  ),
  running: <path d="M6 2a4 4 0 0 1 4 4" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="1.5 1.2" />,
} satisfies Record<State, React.JSX.Element>

export function StateMark({ state, stale = false, quiet = false, label }: StateMarkProps) {
  const name = label ?? (stale ? `${state}, stale` : state)
  const described = name === '' ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': name } as const)
  return (
    <svg
      className="state-mark"
      viewBox="0 0 12 12"
      data-state={state}
      data-stale={stale ? '' : undefined}
      data-quiet={quiet ? '' : undefined}
      {...described}
    >
      {stale ? staleShapes[state] : shapes[state]}
    </svg>
  )
}
