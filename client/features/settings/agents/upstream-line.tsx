import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#shared/primitives/format-count.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Age } from '#client/ui/age.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { upstreamQuery } from './agents-api.ts'

export function UpstreamLine() {
  const { data } = useQuery({ ...upstreamQuery, enabled: hasOwnBackend() })
  if (data == null) return null
  const { url, agent, state, since, reason, last_answer: at, waiting, lost } = data
  const isFailing = state === 'failing'
  return (
    <Callout
      tone={isFailing || lost.length > 0 ? 'warn' : 'info'}
      title={
        isFailing
          ? `This console cannot report to ${url}.`
          : `This console reports to ${url}${agent === null ? '' : ` as ${agent}`}.`
      }
    >
      {isFailing ? (
        <>
          {reason} Failing for <Age at={since} />; {formatCount(waiting, 'row')} queued.{' '}
        </>
      ) : (
        <>
          {waiting === 0 ? 'Nothing queued' : `${formatCount(waiting, 'row')} queued`}, last response <Age at={at} />{' '}
          ago.{' '}
        </>
      )}
      {lost.map(
        ({ relation, reason: why, count }) =>
          `${formatCount(count, 'row')} of ${relation} were not delivered: ${why}. `,
      )}
    </Callout>
  )
}
