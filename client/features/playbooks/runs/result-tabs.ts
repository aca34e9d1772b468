import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import type { ActionDetail } from '#shared/playbooks/action-row.ts'

export type ResultTab =
  | {
      readonly id: string
      readonly label: string
      readonly kind: 'text'
      readonly text: string
      readonly stream: 1 | 2
    }
  | { readonly id: string; readonly label: string; readonly kind: 'artifact'; readonly artifact: ArtifactRow }

const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

const first = ['stdout', 'stderr']
const getSortIndex = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length)
const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isTexts ? value.join('\n') : JSON.stringify(value, null, 2)
}

export const resultTabs = ({ result, artifacts }: Pick<ActionDetail, 'result' | 'artifacts'>): ResultTab[] => {
  const filled = Object.entries(result ?? {}).filter(([, value]) => !isEmpty(value))
  const texts = filled
    .toSorted(([a], [b]) => getSortIndex(a) - getSortIndex(b))
    .map(([key, value]): ResultTab => ({
      id: `result-${key}`,
      label: key === 'args' ? 'Script' : key,
      kind: 'text',
      text: toText(value),
      stream: key === 'stderr' ? 2 : 1,
    }))
  const files = artifacts.map((artifact): ResultTab => ({
    id: `artifact-${artifact.id}`,
    label: artifact.filename,
    kind: 'artifact',
    artifact,
  }))
  return [...texts, ...files]
}
