import { setInYaml, valueAt } from '#client/ui/editor/edit-yaml.ts'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { listEntries } from './spec-entries.ts'

/** The first check has the name of its canary until one of the two is edited alone. */
export const followCanaryName = (text: string, before: string, name: string): string => {
  const { value } = readSpec(text)
  const first = listEntries('canaries', value)[0]
  if (first === undefined) return text
  const path = [...first.path, 'name']
  return (valueAt(value, path) ?? '') === before ? setInYaml(text, path, name) : text
}
