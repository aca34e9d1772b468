import type { Trouble } from '#shared/settings/trouble-topic.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Moment } from '#client/ui/moment.tsx'

/** What the relay itself lacks, above every page; nothing while it lacks nothing. */
export function TroubleBar({ troubles }: { readonly troubles: Iterable<Trouble> }) {
  return [...troubles].map(({ part, since, sentence }) => (
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
      {sentence}
    </Callout>
  ))
}

const titles = { database: 'The database is unavailable', disk: 'Low disk space' } as const
