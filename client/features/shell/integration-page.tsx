import { isIntegrationType } from '#shared/settings/integration-types.ts'
import { routes } from '#client/lib/address/routes.ts'
import { comingAreas } from './coming-areas.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PlaceholderPage } from './placeholder-page.tsx'

/** One integration; a type that does not exist, or is written in other letters, is not found (ledger SHELL-44). */
export function IntegrationPage({ type }: { readonly type: string }) {
  const area = comingAreas[routes.integration]
  if (area === undefined || !isIntegrationType(type)) {
    return <NotFoundPage what={`No type of integration is called "${type}".`} />
  }
  return <PlaceholderPage title="Integration" {...area} />
}
