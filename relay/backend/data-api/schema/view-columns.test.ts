import { expect, test } from 'vitest'
import { viewColumns } from './view-columns.ts'

const entry = (number: number, table: number, column: number, junk = 'false') =>
  `{TARGETENTRY :expr {VAR :varno 1 :varattno ${column}} :resno ${number} :resname a\\ b\\(\\} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${junk}}`

test('finds the columns of a view that are plain columns of another relation', () => {
  const inner = `{QUERY :targetList (${entry(1, 99, 9)}) :rtable <>}`
  const rule = `({QUERY :commandType 1 :rtable ({RTE :subquery ${inner} :eref {ALIAS :colnames ("x" "y")}}) :targetList (${entry(1, 16434, 1)} ${entry(2, 0, 0)} ${entry(3, 16434, 7)} ${entry(4, 5, 5, 'true')}) :override 0})`
  expect(viewColumns(rule)).toEqual([
    { column: 1, relation: '16434', originColumn: 1 },
    { column: 3, relation: '16434', originColumn: 7 },
  ])
})

test('returns nothing for an invalid rule', () => {
  expect(viewColumns('')).toEqual([])
  expect(viewColumns('({QUERY :targetList ({TARGETENTRY')).toEqual([])
})
