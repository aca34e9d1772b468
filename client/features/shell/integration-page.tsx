import { isIntegrationType } from '#shared/settings/integration-types.ts'
import { ComingPage } from './coming-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** One integration; a type that does not exist, or is written in other letters, is not found (ledger SHELL-44). */
export function IntegrationPage({ type }: { readonly type: string }) {
  if (!isIntegrationType(type)) return <NotFoundPage what={`No type of integration is called "${type}".`} />
  return <ComingPage title="Integration" />
}
