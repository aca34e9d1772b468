import { Page } from '#client/ui/layout/page.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './docs-page.css'

const states: readonly { readonly state: State; readonly means: string }[] = [
  { state: 'healthy', means: 'healthy, passed, completed' },
  { state: 'warning', means: 'warning, mixed, waiting for somebody' },
  { state: 'unhealthy', means: 'unhealthy, failed' },
  { state: 'unknown', means: 'unknown, suspended, skipped, or no result yet' },
  { state: 'running', means: 'running' },
]

/** How the console is meant to be read and used. */
export function DocsPage() {
  return (
    <Page title="Docs">
      <article className="docs">
        <h2>What the shapes mean</h2>
        <ul className="docs-states">
          {states.map(({ state, means }) => (
            <li key={state}>
              <StateMark state={state} label="" /> {means}
            </li>
          ))}
          <li>
            <StateMark state="unhealthy" stale label="" /> any of them, hatched: the last that was known, no longer
            current
          </li>
        </ul>
        <h2>How old a thing is</h2>
        <p>
          Nothing here needs reloading. Rows change by themselves, and the age beside a row is the time since its source
          was really asked. The word at the top says whether the page is live, delayed, stale or offline; while it is
          not live, the last rows stay and keep their age.
        </p>
        <h2>Filters</h2>
        <p>
          A filter value has three states: included, excluded, or neither. Click to go from one to the next; Enter
          includes and Shift with Enter excludes, and the same again resets it. Filters, tabs, ranges and the open
          detail stand in the address, so a copied address shows the same view to somebody else.
        </p>
        <h2>Dates and times</h2>
        <p>
          Preferences hold the date format and the time zone. A date shows its full form when the pointer rests on it.
        </p>
        <h2>Keys</h2>
        <p>
          Press <kbd className="kbd">?</kbd> for the keys of the console. Its sheet also switches the single letters
          off.
        </p>
      </article>
    </Page>
  )
}
