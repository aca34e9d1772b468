import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { At, Field, Logic, OrderTerm, Query, SelectItem } from '#relay/backend/data-api/query/ast.ts'

/** The database itself rejects a larger offset. */
const largestBigint = 2 ** 63

export const bounds = {
  parameters: 200,
  selectItems: 300,
  embeds: 24,
  embedLevels: 6,
  jsonSteps: 16,
  filters: 300,
  logicLevels: 12,
  listValues: 1_000,
  patternLength: 1_000,
  orderTerms: 32,
  offset: 10_000_000,
} as const

export const beyond = (reason: string, most: number): DataApiError =>
  new DataApiError(400, 'PGRST100', `Request too large: ${reason} (maximum ${most}).`, {
    hint: 'Split it into several smaller requests.',
  })

const refuseMore = (count: number, most: number, unit: string): void => {
  if (count > most) throw beyond(`${count} ${unit}`, most)
}

interface Totals {
  items: number
  embeds: number
  filters: number
}

const checkField = ({ path }: Field): void => refuseMore(path.length, bounds.jsonSteps, 'steps in a JSON path')

const checkSelect = (items: readonly SelectItem[], totals: Totals): void => {
  for (const item of items) {
    totals.items += 1
    if (item.kind === 'embed') {
      totals.embeds += 1
      checkSelect(item.select, totals)
    } else if (item.kind === 'field' && item.field !== undefined) checkField(item.field)
  }
}

const checkLogic = (logic: Logic, totals: Totals): void => {
  if (logic.kind !== 'filter') {
    for (const member of logic.members) checkLogic(member, totals)
    return
  }
  totals.filters += 1
  checkField(logic.field)
  const { operation } = logic
  if (operation.kind === 'in') refuseMore(operation.values.length, bounds.listValues, 'values in a list')
  else if (operation.kind === 'plain' || operation.kind === 'quantified')
    checkValue(operation.operator, operation.value)
}

const checkValue = (operator: string, value: string): void => {
  if (/like$|match$/.test(operator)) refuseMore(value.length, bounds.patternLength, 'characters in a pattern')
}

const checkOrders = (orders: readonly At<readonly OrderTerm[]>[]): void => {
  const terms = orders.flatMap(({ value }) => value)
  refuseMore(terms.length, bounds.orderTerms, 'columns to order by')
  for (const { field } of terms) checkField(field)
}

export const refuseBeyondBounds = ({ select, filters, orders, offsets }: Query): void => {
  const totals: Totals = { items: 0, embeds: 0, filters: 0 }
  checkSelect(select, totals)
  for (const { value } of filters) checkLogic(value, totals)
  refuseMore(totals.items, bounds.selectItems, 'selected columns')
  refuseMore(totals.embeds, bounds.embeds, 'embedded relations')
  refuseMore(totals.filters, bounds.filters, 'filters')
  checkOrders(orders)
  for (const { value } of offsets) {
    if (value !== undefined && value > bounds.offset && value < largestBigint)
      throw beyond(`offset ${value}`, bounds.offset)
  }
}
