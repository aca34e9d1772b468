import { useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { SessionError } from '#machines/identity/session-machine.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import './provisioning-page.css'

interface ProvisioningPageProps {
  readonly failure: SessionError
  readonly attempts: number
}

export function ProvisioningPage({ failure, attempts }: ProvisioningPageProps) {
  const [since] = useState(() => new Date().toISOString())
  return (
    <Page>
      <div className="provisioning" role="status">
        <StateMark state="running" label="" />
        <div>
          <h2>Please wait, instance provisioning in-progress ...</h2>
          <p className="dim tabular">
            {failure.status === undefined ? null : `${failure.reason} ${failure.advice ?? ''} (${failure.status}) `}
            Tried {formatCount(attempts, 'time')} since <Moment at={since} />, retrying every three seconds. The console
            opens automatically.
          </p>
        </div>
      </div>
      <SkeletonRows rows={14} />
    </Page>
  )
}
