import { readPlaybookSpec } from './read-spec.ts'

/** What is wrong with a row of `playbooks` that is to be written, as a sentence; other relations are none of its business. */
export const validatePlaybook = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  if (relation !== 'playbooks' || !Object.hasOwn(row, 'spec')) return undefined
  const read = await readPlaybookSpec(row['spec'])
  return 'error' in read ? read.error.reason : undefined
}
