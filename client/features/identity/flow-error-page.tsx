import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { frontendApi } from './identity-client.ts'
import './identity.css'

const missingStatuses = new Set([403, 404, 410])

export function FlowErrorPage({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  const stored = useQuery({
    queryKey: ['identity', 'error', id],
    queryFn: async (): Promise<{ readonly status: number; readonly data: unknown }> => {
      const { status, data } = await frontendApi.getFlowError({ id })
      return { status, data }
    },
  })
  const isMissing = stored.data !== undefined && missingStatuses.has(stored.data.status)
  useEffect(() => {
    if (isMissing) navigate('/', { replace: true })
  }, [isMissing, navigate])
  if (stored.isPending || isMissing)
    return (
      <PlainPage title="Error" heading="An error occurred">
        <SkeletonRows rows={3} />
      </PlainPage>
    )
  return (
    <PlainPage title="Error" heading="An error occurred">
      <pre className="flow-error">{JSON.stringify(stored.data?.data ?? stored.error?.message, null, 2)}</pre>
      <div className="plain-page-actions">
        <Link className="bp6-button" href="/">
          Go back
        </Link>
      </div>
    </PlainPage>
  )
}
