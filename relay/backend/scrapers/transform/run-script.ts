import { withoutIdentity, type FoundError, type FoundItem, type Known } from '#relay/backend/scrapers/scraper-kind.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { Transform } from './transform-spec.ts'
import { isWhole, readWhole } from './whole-item.ts'

interface ScriptOptions {
  readonly owner: string
  readonly signal: AbortSignal
  readonly isFull: boolean
}

const parseResult = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string' && value.trim() === '') return []
  const made: unknown = typeof value === 'string' ? parseBoundedJson(value) : value
  if (made === null || made === undefined) return []
  return Array.isArray(made) ? (made as unknown[]) : [made]
}

/** The item as a script sees it and may return it. */
const toResult = ({ config, known }: FoundItem): Readonly<Record<string, unknown>> => ({
  id: known.id ?? '',
  name: known.name ?? '',
  type: known.type ?? '',
  config_type: known.type ?? '',
  config_class: known.configClass ?? '',
  description: known.description ?? '',
  status: known.status ?? '',
  health: known.health ?? 'unknown',
  source: known.source ?? '',
  aliases: known.aliases ?? [],
  labels: known.labels ?? {},
  tags: known.tags ?? {},
  properties: known.properties ?? [],
  config,
})

const noSummary = { config_types: {} }

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const withoutEmpty = (known: Known): Known =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => !isEmpty(value)))

/** Returns any number of items. A result with `config` is a whole item, any other replaces the document. */
export const runScript = async (
  found: FoundItem,
  script: NonNullable<Transform['script']>,
  { owner, signal, isFull }: ScriptOptions,
): Promise<(FoundItem | FoundError)[]> => {
  const { config, known } = found
  const { expression } = script
  const values =
    expression.language === 'jsonPath' ? config : { config, result: toResult(found), last_scrape_summary: noSummary }
  const [outcome] = await evaluateAll([expression], values, { owner, signal })
  if (outcome?.ok !== true)
    return [{ kind: 'error', reason: `transform.${script.key}: ${outcome?.error.message ?? 'failed.'}` }]
  let made: readonly unknown[]
  try {
    made = parseResult(outcome.value)
  } catch {
    return [{ kind: 'error', reason: `transform.${script.key}: must return JSON.` }]
  }
  const shared = made.length === 1 ? known : withoutIdentity(known)
  return made.map((value) => {
    // With `full`, the mapping opens whole items itself: its paths begin at the whole item.
    if (isFull || !isWhole(value, isFull)) return { kind: 'item', config: value, known: shared }
    const whole = readWhole(value)
    if (whole.kind === 'error') return whole
    return {
      kind: 'item',
      config: whole.config,
      known: { ...shared, ...withoutEmpty(whole.known) },
      reports: whole.reports,
      errors: whole.errors,
    }
  })
}
