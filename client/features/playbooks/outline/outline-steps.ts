import { isMap, isScalar, isSeq, parseDocument, type Pair } from 'yaml'
import { actionKinds } from '#shared/playbooks/playbook-spec.ts'

export interface OutlinedStep {
  readonly name: string
  readonly kind: string
  readonly condition: string | null
  /** Offsets in the text. */
  readonly from: number
  readonly to: number
  readonly keys: readonly string[]
  readonly kindKeys: readonly string[]
}

const getKey = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '')
const listKeys = (value: unknown): readonly string[] => (isMap(value) ? value.items.map(getKey) : [])
const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** As far as the text can be parsed while it is typed. */
export const outlineSteps = (text: string): readonly OutlinedStep[] => {
  const actions = parseDocument(text).get('actions', true)
  if (!isSeq(actions)) return []
  return actions.items.flatMap((item): OutlinedStep[] => {
    if (!isMap(item) || item.range == null) return []
    const keys = listKeys(item)
    const kind = actionKinds.find((one) => keys.includes(one)) ?? ''
    return [
      {
        name: readText(item.get('name')) ?? 'unnamed',
        kind,
        condition: readText(item.get('if')) ?? readText(item.get('filter')),
        from: item.range[0],
        to: item.range[2],
        keys,
        kindKeys: kind === '' ? [] : listKeys(item.get(kind, true)),
      },
    ]
  })
}

export const findStepAt = (steps: readonly OutlinedStep[], offset: number): OutlinedStep | null =>
  steps.findLast(({ from, to }) => offset >= from - 2 && offset <= to) ?? null
