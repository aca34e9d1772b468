import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { makeStatusLinkRoute, revokeStatusLinkRoute } from '#shared/incidents/status-page-routes.ts'
import { call } from '#client/api/call.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Select } from '#client/ui/form/select.tsx'
import { Moment } from '#client/ui/moment.tsx'
import type { StatusUpdates } from './waiting-api.ts'

const spans = [
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
  { value: '720', label: '30 days' },
] as const

const toStatusUrl = (token: string) => `${location.origin}${routes.statusPage}#${token}`

interface StatusLinksProps {
  readonly id: string
  readonly links: StatusUpdates['links']
  readonly missing: string | undefined
  readonly onChange: () => void
}

export function StatusLinks({ id, links, missing, onChange }: StatusLinksProps) {
  const [hours, setHours] = useState<(typeof spans)[number]['value']>('24')
  const make = useMutation({
    mutationFn: () => call(makeStatusLinkRoute, { params: { id }, body: { hours: Number(hours) } }),
    onError: (error) => showToast('error', `Link not created: ${error.message}`),
    onSuccess: onChange,
  })
  const revoke = useMutation({
    mutationFn: (link: string) => call(revokeStatusLinkRoute, { params: { id, link } }),
    onError: (error) => showToast('error', `Link not revoked: ${error.message}`),
    onSettled: onChange,
  })
  const good = links.filter(({ is_over: isEnded }) => !isEnded)
  const isMadeGood = make.data !== undefined && good.some((link) => link.id === make.data.id)
  return (
    <div className="waiting-links">
      <div className="waiting-make">
        <Select label="Link valid for" value={hours} options={spans} onChange={setHours} />
        <Button
          busy={make.isPending}
          disabled={missing !== undefined}
          disabledReason={missing}
          onClick={() => make.mutate()}
        >
          Create link
        </Button>
      </div>
      {isMadeGood ? (
        <Callout
          tone="info"
          title="Copy the link now. It will not be shown again."
          actions={<CopyButton text={toStatusUrl(make.data.token)}>Copy link</CopyButton>}
        >
          Anyone with the link can read title, status and updates without an account.
        </Callout>
      ) : null}
      <ul aria-label="Links">
        {good.map((link) => (
          <li key={link.id}>
            <span className="cut dim">
              Expires <Moment at={link.ends_at} />, created <Age at={link.made_at} /> ago
              {link.by === null ? '' : ` by ${link.by}`}
            </span>
            <Button
              small
              look="minimal"
              busy={revoke.isPending && revoke.variables === link.id}
              disabled={missing !== undefined}
              disabledReason={missing}
              onClick={() => revoke.mutate(link.id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
