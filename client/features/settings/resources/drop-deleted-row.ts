import type { QueryClient } from '@tanstack/react-query'
import type { Listed } from '#client/api/data-api.ts'
import { integrationsKey } from '#client/features/settings/integrations/integrations-api.ts'
import { resourcesKey } from './resources-api.ts'

const withoutRow =
  (id: string) =>
  (listed: Listed<{ readonly id: string }> | undefined): Listed<{ readonly id: string }> | undefined => {
    const rows = listed?.rows.filter((row) => row.id !== id)
    if (listed === undefined || rows === undefined || rows.length === listed.rows.length) return listed
    return { rows, total: listed.total === null ? null : listed.total - 1 }
  }

/** A list shown next would contain the row until its request was answered. */
export const dropDeletedRow = (client: QueryClient, table: string, id: string): void => {
  for (const queryKey of [[...resourcesKey(table), 'list'], integrationsKey])
    client.setQueriesData({ queryKey }, withoutRow(id))
  for (const queryKey of [resourcesKey(table), integrationsKey]) void client.invalidateQueries({ queryKey })
}
