import { flowPage, flowPages } from '#shared/identity/flow-pages.ts'
import { StateMark } from '#client/ui/state-mark.tsx'

interface VerifiedEmailProps {
  readonly addresses: readonly { readonly value: string; readonly verified: boolean }[]
}

export function VerifiedEmail({ addresses }: VerifiedEmailProps) {
  const unverified = addresses.find(({ verified }) => !verified)
  if (addresses.length === 0) return null
  return (
    <span className="verified-email">
      <StateMark state={unverified === undefined ? 'healthy' : 'warning'} label="" />
      {unverified === undefined ? (
        'Email verified'
      ) : (
        <>
          Email not verified
          <a className="link" href={flowPage('verification', { return_to: flowPages.settings })}>
            Verify
          </a>
        </>
      )}
    </span>
  )
}
