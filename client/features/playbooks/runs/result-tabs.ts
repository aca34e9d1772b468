import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import type { ActionDetail } from '#shared/playbooks/action-row.ts'
import { formatTextTable } from './text-table.ts'

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
  if (!Array.isArray(value)) return JSON.stringify(value, null, 2)
  const items: readonly unknown[] = value
  return items.every((item) => typeof item === 'string')
    ? items.join('\n')
    : (formatTextTable(items) ?? JSON.stringify(value, null, 2))
}

const labels: Readonly<Record<string, string>> = {
  stdout: 'stdout',
  stderr: 'stderr',
  args: 'Script',
  path: 'Program',
  json: 'JSON',
}

/** In words: `exitCode` is "Exit code". */
const toLabel = (key: string): string => {
  const words = key.replaceAll(/(?<=[a-z0-9])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return labels[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export const resultTabs = ({ result, artifacts }: Pick<ActionDetail, 'result' | 'artifacts'>): ResultTab[] => {
  const filled = Object.entries(result ?? {}).filter(([, value]) => !isEmpty(value))
  const texts = filled
    .toSorted(([a], [b]) => getSortIndex(a) - getSortIndex(b))
    .map(([key, value]): ResultTab => ({
      id: `result-${key}`,
      label: toLabel(key),
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

const mainResults = ['rows', 'logs', 'markdown', 'json', 'Body'].map((key) => `result-${key}`)

/** The purpose of a step that writes no output. */
export const findMainResult = (tabs: readonly ResultTab[]): ResultTab | undefined =>
  mainResults.map((id) => tabs.find((tab) => tab.id === id)).find((tab) => tab !== undefined)
