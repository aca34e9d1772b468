import type { ConnectionTest } from '#shared/connections/connection-test.ts'
import { messageTypes, testableTypes } from '#shared/connections/connection-test.ts'
import { connectionTypeTitle } from '#shared/connections/connection-types.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { Button } from '#client/ui/button.tsx'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import type { ListedConnection } from './connections-api.ts'

export interface TestState {
  readonly test: ConnectionTest | undefined
  readonly error: string | undefined
  readonly isTesting: boolean
}

interface ColumnsOptions {
  readonly getTestState: (id: string) => TestState
  readonly missing: string | undefined
  readonly onOpen: (id: string) => void
  readonly onTest: (id: string) => void
  readonly onTestByMessage: (id: string) => void
}

export const isBad = ({ test, error }: TestState): boolean => error !== undefined || test?.ok === false

/** Other backends report on request whether a type has a test. */
export const isTestable = ({ type }: ListedConnection): boolean => testableTypes.has(type) || !isBackendEmbedded()

const isTestedByMessage = (row: ListedConnection): boolean => !isTestable(row) && messageTypes.has(row.type)

const formatTestState = (row: ListedConnection, { test, error, isTesting }: TestState): string => {
  if (isTesting) return 'testing ...'
  if (error !== undefined) return error
  if (test !== undefined) return test.ok ? `${test.durationMs} ms` : (test.steps.at(-1)?.said ?? 'failed')
  return isTestable(row) || isTestedByMessage(row) ? 'not tested' : 'no test available'
}

/** The embedded backend encrypts secrets at rest; other backends may store plain text. */
export const hasPlainSecret = ({ secret }: ListedConnection): boolean =>
  secret?.kind === 'plain' && !isBackendEmbedded()

const secretText = ({ secret }: ListedConnection): string => {
  if (secret === null) return ''
  if (secret.kind === 'none') return '–'
  if (secret.kind === 'reference') return `${secret.source} ${secret.name}`.trim()
  return isBackendEmbedded() ? 'stored here' : 'plain text'
}

const secretCell = (row: ListedConnection) => {
  const { secret } = row
  if (secret?.kind === 'reference') {
    return (
      <>
        <span className="dim">{secret.source}</span> <span className="mono">{secret.name}</span>
      </>
    )
  }
  return <span className={hasPlainSecret(row) ? 'warn-text' : 'dim'}>{secretText(row)}</span>
}

interface CellProps {
  readonly row: ListedConnection
  readonly testState: TestState
}

function Name({ row, testState, onOpen }: CellProps & Pick<ColumnsOptions, 'onOpen'>) {
  const isKnown = testState.test !== undefined || testState.error !== undefined
  return (
    <span className="name-cell">
      {isKnown ? (
        <StateMark state={isBad(testState) ? 'unhealthy' : 'healthy'} />
      ) : (
        <span className="connection-mark" />
      )}
      <button type="button" className="text-button cut" onClick={() => onOpen(row.id)}>
        {row.name}
      </button>
    </span>
  )
}

type TestProps = CellProps & Pick<ColumnsOptions, 'missing' | 'onTest' | 'onTestByMessage'>

function Test({ row, testState, missing, onTest, onTestByMessage }: TestProps) {
  const byMessage = isTestedByMessage(row)
  return (
    <span className="name-cell connection-test">
      <span className={`cut ${isBad(testState) ? 'bad-text' : 'dim'}`} title={formatTestState(row, testState)}>
        {formatTestState(row, testState)}
      </span>
      {isTestable(row) || byMessage ? (
        <Button
          small
          busy={testState.isTesting}
          disabledReason={missing}
          aria-label={`Test ${row.name}`}
          onClick={() => (byMessage ? onTestByMessage : onTest)(row.id)}
        >
          {byMessage ? 'Test …' : 'Test'}
        </Button>
      ) : null}
    </span>
  )
}

export const connectionColumns = ({
  getTestState,
  missing,
  onOpen,
  onTest,
  onTestByMessage,
}: ColumnsOptions): readonly ListColumn<ListedConnection>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 190,
    isSortable: true,
    text: ({ name }) => name,
    cell: (row) => <Name row={row} testState={getTestState(row.id)} onOpen={onOpen} />,
  },
  plainColumn(({ namespace }) => namespace ?? 'default', {
    id: 'namespace',
    title: 'Namespace',
    rank: 3,
    minWidth: 90,
    isSortable: true,
  }),
  plainColumn(({ type }) => connectionTypeTitle(type), {
    id: 'type',
    title: 'Type',
    rank: 1,
    minWidth: 104,
    isSortable: true,
  }),
  {
    id: 'url',
    title: 'URL',
    rank: 4,
    minWidth: 220,
    text: ({ url }) => url ?? '',
    cell: ({ url }) => (url ? <MiddleCut text={url} /> : null),
  },
  {
    id: 'secret',
    title: 'Secret',
    rank: 5,
    minWidth: 140,
    text: secretText,
    cell: secretCell,
  },
  {
    id: 'test',
    title: 'Test',
    rank: 1,
    minWidth: 190,
    text: (row) => formatTestState(row, getTestState(row.id)),
    cell: (row) => (
      <Test
        row={row}
        testState={getTestState(row.id)}
        missing={missing}
        onTest={onTest}
        onTestByMessage={onTestByMessage}
      />
    ),
  },
  plainColumn((row) => row.created_by?.name ?? '', { id: 'created_by', title: 'Created By', rank: 6, minWidth: 120 }),
  ageColumn((row) => row.created_at, { id: 'created', title: 'Created', rank: 7, isSortable: true }),
  ageColumn((row) => row.updated_at, { id: 'updated', title: 'Updated', rank: 8, isSortable: true, isOptional: true }),
]
