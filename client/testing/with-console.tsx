import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { whoamiQuery, type Session } from '#client/api/session/whoami.ts'
import { navigation } from '#client/app/navigation.ts'
import { NavigationContext } from '#client/features/shell/navigation.ts'
import type { Grant } from '#shared/access/grant.ts'
import type { Property } from '#shared/settings/feature-flags.ts'

interface WithConsoleProps {
  readonly roles?: readonly string[] | undefined
  readonly grants?: readonly Grant[]
  readonly properties?: readonly Property[]
  /** Without it no query is sent. */
  readonly sendsRequests?: boolean
  readonly children: React.ReactNode
}

const makeSession = (roles: readonly string[], grants: readonly Grant[]): Session => ({
  user: { id: '1', name: 'Mara Lindqvist', email: 'mara@northwind.example', avatar: null },
  roles,
  teams: [],
  permissions: [],
  grants,
})

export function WithConsole({ roles, grants, properties, sendsRequests = false, children }: WithConsoleProps) {
  const queries = { staleTime: Infinity, retry: false, ...(!sendsRequests && { enabled: false }) }
  const client = new QueryClient({ defaultOptions: { queries } })
  if (roles !== undefined) client.setQueryData(whoamiQuery.queryKey, makeSession(roles, grants ?? []))
  client.setQueryData(propertiesQuery.queryKey, [...(properties ?? [])])
  return (
    <QueryClientProvider client={client}>
      <NavigationContext value={navigation}>{children}</NavigationContext>
    </QueryClientProvider>
  )
}
