import type { Field, JsonStep } from '#relay/backend/data-api/query/ast.ts'
import type { Scanner } from '#relay/backend/data-api/query/scanner.ts'

const jsonIndex = /-?\d{1,9}(?=->|::|[.,]|$)/y

export const parseJsonPath = (scanner: Scanner): JsonStep[] => {
  const steps: JsonStep[] = []
  for (;;) {
    const text = scanner.take('->>')
    if (!text && !scanner.take('->')) return steps
    const index = scanner.match(jsonIndex)
    steps.push({ text, key: index === undefined ? scanner.expectJsonKey() : Number(index[0]) })
  }
}

export const parseField = (scanner: Scanner): Field => {
  scanner.spaces()
  const field = { name: scanner.expectName(), path: parseJsonPath(scanner) }
  scanner.spaces()
  return field
}
