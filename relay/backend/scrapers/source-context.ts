import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { ScraperSpec, SourceEntry } from '#relay/backend/scrapers/scraper-spec.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'

export type ReadySource = Extract<SourceEntry, { readonly kind: 'ready' }>

export interface SourceDeps {
  readonly resolveSecret: ClientContext['resolveSecret']
  readonly resolveConnection: NonNullable<ClientContext['resolveConnection']>
  readonly sandbox?: ScrapeContext['sandbox']
  readonly isHidden: ScrapeContext['isHidden']
  readonly resourcesDir?: string | undefined
}

interface SourceRun
  extends
    Pick<ScrapeContext, 'signal' | 'positions'>,
    Pick<ScraperSpec, 'timeoutMs'>,
    Partial<Pick<ScrapeContext, 'onStored'>> {}

export const sourceContext = (
  source: ReadySource,
  { resolveSecret, resolveConnection, sandbox, isHidden, resourcesDir }: SourceDeps,
  { timeoutMs, signal, positions, onStored = () => {} }: SourceRun,
): { readonly context: ScrapeContext; readonly mask: Mask } => {
  const mask = new Mask()
  mask.hideAll(source.secrets)
  const run = createClientRun({ mask, resolveSecret, timeoutMs, resolveConnection, sandbox }, signal)
  return { mask, context: { ...run, isHidden, resourcesDir, positions, onStored } }
}
