import { readPlaybookSpec } from './read-spec.ts'

export const validatePlaybook = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  if (relation !== 'playbooks' || !Object.hasOwn(row, 'spec')) return undefined
  const read = await readPlaybookSpec(row['spec'])
  return 'error' in read ? read.error.reason : undefined
}
