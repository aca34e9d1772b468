import type { z } from 'zod'
import { formatPath } from './format-path.ts'

/** JSON has no `undefined`: a missing field is named as such. */
export const issueText = (message: string): string => (message.endsWith('received undefined') ? 'required' : message)

export const formatIssues = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues.map(({ path, message }) => `${formatPath(path)}: ${issueText(message)}`).join('; ')
