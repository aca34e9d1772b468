import { Play } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, countCell, errorColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { listSourceKinds, getSchedule, type Scraper } from './scrapers-api.ts'

interface Acts {
  readonly runningId: string | null
  readonly missing: string | undefined
  readonly onRun: (scraper: Scraper) => void
}

const toState = ({ job_status: status }: Scraper) => {
  if (status === null) return 'unknown'
  if (status === 'RUNNING') return 'running'
  if (status === 'WARNING') return 'warning'
  return status === 'FAILED' ? 'unhealthy' : 'healthy'
}

const plainColumns: readonly ListColumn<Scraper>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 130,
    text: ({ name, id }) => name ?? id,
    cell: (scraper) => (
      <span className="catalog-name">
        <StateMark state={toState(scraper)} label={scraper.job_status ?? 'never run'} />
        <Link className="cut" href={linkTo(routes.scraper, { id: scraper.id })}>
          {scraper.name ?? scraper.id}
        </Link>
      </span>
    ),
  },
  plainColumn((scraper) => listSourceKinds(scraper).join(', ') || null, {
    id: 'kinds',
    title: 'Scrapes',
    rank: 3,
    minWidth: 120,
    className: 'dim cut',
  }),
  plainColumn(({ job_status: status }) => status, {
    id: 'status',
    title: 'Job Status',
    rank: 2,
    width: 112,
    none: 'never run',
  }),
  errorColumn(({ job_details: details }) => details?.errors?.[0] ?? null, {
    title: 'Message',
    isWarning: ({ job_status: status }) => status !== 'FAILED',
  }),
  ageColumn(({ job_time_start: at }) => at, { id: 'last', title: 'Last Run', rank: 3, width: 80 }),
  ...(['added', 'updated', 'deleted'] as const).map((action): ListColumn<Scraper> => ({
    id: action,
    title: { added: 'Added', updated: 'Changed', deleted: 'Deleted' }[action],
    rank: 5,
    align: 'end',
    width: 88,
    text: ({ job_details: details }) => details?.summary?.[action] ?? null,
    cell: ({ job_details: details }) => countCell(details?.summary?.[action]),
  })),
  {
    id: 'errors',
    title: 'Errors',
    rank: 4,
    align: 'end',
    width: 80,
    text: ({ job_error_count: errors }) => errors,
    cell: ({ job_error_count: errors }) => countCell(errors),
  },
  ageColumn(({ job_last_failed: at }) => at, {
    id: 'failed',
    title: 'Last Failed',
    rank: 7,
    width: 104,
  }),
  plainColumn(getSchedule, { id: 'schedule', title: 'Schedule', rank: 6, width: 120, className: 'dim' }),
  plainColumn(({ source }) => source, { id: 'source', title: 'Source', rank: 8, width: 112, className: 'dim' }),
]

export const scraperColumns = ({ runningId, missing, onRun }: Acts): readonly ListColumn<Scraper>[] => [
  ...plainColumns,
  {
    id: 'run',
    title: '',
    rank: 0,
    align: 'end',
    width: 120,
    cell: (scraper) => (
      <Button
        look="minimal"
        small
        icon={<Play size={14} />}
        busy={runningId === scraper.id}
        disabledReason={missing}
        aria-label={`Run ${scraper.name ?? scraper.id} now`}
        onClick={() => onRun(scraper)}
      >
        Run now
      </Button>
    ),
  },
]
