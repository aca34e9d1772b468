import { navigate } from 'wouter/use-browser-location'
import type { FlowKind } from '#shared/identity/flow.ts'
import { flowPages } from '#shared/identity/flow-pages.ts'
import type { FieldValues } from '#shared/identity/submission.ts'
import { dropDrafts } from '#client/lib/drafts/draft.ts'
import { endSignOut } from '#client/domain/identity/pending-sign-out.ts'
import { publishSessionChange } from '#client/domain/identity/session-news.ts'
import { keepPending } from './pending-submission.ts'

interface Left {
  readonly kind: FlowKind
  readonly goTo: string
  readonly flow: { readonly id: string; readonly refresh?: boolean | null | undefined } | null
  readonly submitted: FieldValues | null
}

const isPage = (address: string, page: string) => address === page || address.startsWith(`${page}?`)

/**
 * Re-authentication within a settings change stays on this page and keeps the pending submission. Every other
 * flow reloads, so that no data of the previous session stays in memory.
 */
export const leaveFlow = ({ kind, goTo, flow, submitted }: Left): void => {
  if (kind === 'settings' && flow !== null && isPage(goTo, flowPages.login)) {
    if (submitted !== null) keepPending(flow.id, submitted)
    return navigate(goTo)
  }
  if (kind === 'login' && flow?.refresh === true && isPage(goTo, flowPages.settings)) return navigate(goTo)
  if (kind === 'login' || kind === 'registration' || kind === 'logout') publishSessionChange()
  if (kind === 'logout') {
    dropDrafts()
    endSignOut()
  }
  window.location.assign(goTo)
}
