import type { RelayError } from '#shared/settings/relay-errors-topic.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Moment } from '#client/ui/moment.tsx'

export function RelayErrorBar({ errors }: { readonly errors: Iterable<RelayError> }) {
  return [...errors].map(({ part, since, sentence: message }) => (
    <Callout
      key={part}
      tone="warn"
      bar
      title={
        <>
          {titles[part]} since <Moment at={since} />.
        </>
      }
    >
      {message}
    </Callout>
  ))
}

const titles = { database: 'The database is unavailable', disk: 'Low disk space' } as const
