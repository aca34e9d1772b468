import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { Transform } from './transform-spec.ts'
import { isWhole, readWhole } from './whole-item.ts'

interface ScriptOptions {
  readonly owner: string
  readonly signal: AbortSignal
}

const answered = (value: unknown): readonly unknown[] => {
  const made: unknown = typeof value === 'string' ? parseBoundedJson(value) : value
  if (made === null || made === undefined) return []
  return Array.isArray(made) ? (made as unknown[]) : [made]
}

/** Returns any number of items. A result with `config` is a whole item, any other replaces the document. */
export const runScript = async (
  found: FoundItem,
  script: NonNullable<Transform['script']>,
  { owner, signal }: ScriptOptions,
): Promise<(FoundItem | FoundError)[]> => {
  const { config, known } = found
  const { expression } = script
  const values = expression.language === 'jsonPath' ? config : { config, result: { ...known, config } }
  const [outcome] = await evaluateAll([expression], values, { owner, signal })
  if (outcome?.ok !== true)
    return [{ kind: 'error', reason: `transform.${script.key}: ${outcome?.error.message ?? 'failed.'}` }]
  let made: readonly unknown[]
  try {
    made = answered(outcome.value)
  } catch {
    return [{ kind: 'error', reason: `transform.${script.key}: must return JSON.` }]
  }
  return made.map((value) => {
    if (!isWhole(value)) return { kind: 'item', config: value, known }
    const whole = readWhole(value)
    if (whole.kind === 'error') return whole
    const sourceFields = Object.fromEntries(
      Object.entries(whole.known).filter(([, each]) => each !== undefined && each !== null),
    )
    return { kind: 'item', config: whole.config, known: { ...known, ...sourceFields } }
  })
}
