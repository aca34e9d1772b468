import { StateMark, type State } from '#client/ui/state-mark.tsx'

const states: readonly { readonly state: State; readonly means: string }[] = [
  { state: 'healthy', means: 'healthy, passed, completed' },
  { state: 'warning', means: 'warning, mixed, waiting for approval' },
  { state: 'unhealthy', means: 'unhealthy, failed' },
  { state: 'unknown', means: 'unknown, suspended, skipped, or no result yet' },
  { state: 'running', means: 'running' },
]

export function ReadingGuide() {
  return (
    <>
      <h2>What the shapes mean</h2>
      <ul className="docs-states">
        {states.map(({ state, means }) => (
          <li key={state}>
            <StateMark state={state} label="" /> {means}
          </li>
        ))}
        <li>
          <StateMark state="unhealthy" stale label="" /> any of these, hatched: last known state, not current
        </li>
      </ul>
      <h2>Data age</h2>
      <p>
        No page needs a reload. The age beside a row is the time since its source was last read. The top bar shows
        whether the page is live, delayed, stale or offline; while it is not live, the last rows stay and show their
        age.
      </p>
      <h2>Filters</h2>
      <p>
        A filter value is included, excluded, or neither. Click to switch between them; Enter includes, Shift+Enter
        excludes, and the same key again resets it. Filters, tabs, ranges and the open detail are part of the address,
        so a shared link shows the same view.
      </p>
      <h2>Dates and times</h2>
      <p>Preferences set the date format and the time zone. Hover over a date to see it in full.</p>
      <h2>Keyboard shortcuts</h2>
      <p>
        Press <kbd className="kbd">?</kbd> to see the keyboard shortcuts. The same dialog can disable single-letter
        shortcuts.
      </p>
    </>
  )
}
