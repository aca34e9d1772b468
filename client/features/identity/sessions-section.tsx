import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deviceName } from '#shared/identity/device-name.ts'
import type { IdentitySession } from '#shared/identity/session.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import type { TextColumn } from '#client/ui/table/text-column.ts'
import { endOtherSessions, endSession, mySessionsQuery } from './sessions-api.ts'

const formatDevice = ({ devices: [device] }: IdentitySession) => deviceName(device?.user_agent)
const formatOrigin = ({ devices: [device] }: IdentitySession) =>
  [device?.ip_address, device?.location].filter(Boolean).join(', ')
const texts: readonly TextColumn<IdentitySession>[] = [
  { id: 'device', title: 'Device', text: formatDevice },
  { id: 'from', title: 'From', text: formatOrigin },
  { id: 'at', title: 'Signed in', text: ({ authenticated_at: at }) => at ?? null },
]

interface SessionRowProps {
  readonly session: IdentitySession
  readonly end: React.ReactNode
}

function SessionRow({ session, end }: SessionRowProps) {
  return (
    <tr>
      <th scope="row">{formatDevice(session)}</th>
      <td className="dim sessions-from">{formatOrigin(session)}</td>
      <td className="dim tabular">{session.authenticated_at ? <Moment at={session.authenticated_at} /> : null}</td>
      <td className="sessions-end">{end}</td>
    </tr>
  )
}

export function SessionsSection() {
  const sessions = useQuery(mySessionsQuery)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: mySessionsQuery.queryKey })
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => showToast('success', 'That device is signed out.'),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => showToast('success', 'All other devices are signed out.'),
    onSettled: refresh,
  })
  const { data, error } = sessions
  const others = data?.others ?? []
  return (
    <section className="settings-section" aria-labelledby="sessions-title">
      <header>
        <h2 id="sessions-title">Sessions</h2>
        {others.length === 0 ? null : (
          <Button small busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out {formatCount(others.length, 'other')}
          </Button>
        )}
        {data === undefined ? null : (
          <ListTools table="sessions" noun="sessions" texts={texts} pages={wholeList([data.current, ...others])} />
        )}
      </header>
      {data === undefined && error ? (
        <ErrorPanel error={error} detailsHidden onRetry={() => void sessions.refetch()} />
      ) : null}
      {sessions.isPending ? <SkeletonRows rows={2} /> : null}
      {data === undefined ? null : (
        <table className="sessions">
          <thead>
            <tr>
              <th scope="col">Device</th>
              <th scope="col" className="sessions-from">
                From
              </th>
              <th scope="col">Signed in</th>
              <th scope="col">
                <span className="visually-hidden">End</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <SessionRow session={data.current} end={<b>this session</b>} />
            {others.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                end={
                  <Button
                    small
                    busy={end.isPending && end.variables === session.id}
                    onClick={() => end.mutate(session.id)}
                  >
                    Sign out
                  </Button>
                }
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
