import type { AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import { functionAccess } from '#relay/backend/data-api/access/function-access.ts'
import { relationAccess } from '#relay/backend/data-api/access/relation-access.ts'

const findLine = <Line>(lines: Readonly<Record<string, Line>>, name: string): Line | undefined =>
  Object.hasOwn(lines, name) ? lines[name] : undefined

export const accessMatrix: AccessMatrix = {
  relation: (name) => findLine(relationAccess, name),
  function: (name) => findLine(functionAccess, name),
}
