import { Edit, More, Play, Trash } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { runHref, getRunTarget } from '#client/features/playbooks/runs/run-links.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import {
  getPlaybookDescription,
  isEditable,
  getPlaybookTitle,
  type Playbook,
} from '#client/features/playbooks/playbook-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { ResultStrip } from '#client/ui/charts/result-strip.tsx'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { CardHistory } from './card-history.ts'

interface PlaybookCardProps {
  readonly playbook: Playbook
  readonly history: CardHistory | undefined
  readonly stale: boolean
  readonly onRun: (playbook: Playbook) => void
  readonly onDelete: (playbook: Playbook) => void
}

export function PlaybookCard({ playbook, history, stale, onRun, onDelete }: PlaybookCardProps) {
  const [, navigate] = useLocation()
  const about = { playbook: { id: playbook.id } }
  const runAccess = useAllowed('playbook:run', 'playbook_runs', { about })
  const writeAccess = useAllowed('write', 'playbooks', { about })
  const title = getPlaybookTitle(playbook)
  const href = linkTo(routes.playbook, { id: playbook.id })
  const isOwn = isEditable(playbook) && writeAccess.allowed
  return (
    <article className="playbook-card" aria-label={title}>
      <div className="playbook-card-head">
        <Play size={14} />
        <Link className="playbook-card-title cut" href={href}>
          {title}
        </Link>
        <Link
          className="playbook-card-history"
          href={`${routes.playbookRuns}?playbook=${encodeURIComponent(playbook.id)}`}
          aria-label={`History of ${title}`}
        >
          History
        </Link>
        <Button
          look="minimal"
          small
          aria-label={`Run ${title}`}
          disabled={!runAccess.allowed}
          disabledReason={runAccess.reason}
          onClick={() => onRun(playbook)}
        >
          Run
        </Button>
        <Popover
          placement="bottom-end"
          content={
            <Menu>
              <MenuItem icon={<Edit />} text={isOwn ? 'Edit' : 'Show spec'} onClick={() => navigate(href)} />
              {isOwn ? (
                <MenuItem icon={<Trash />} intent="danger" text="Delete" onClick={() => onDelete(playbook)} />
              ) : null}
            </Menu>
          }
        >
          <Button look="minimal" small icon={<More size={14} />} aria-label={`More actions for ${title}`} />
        </Popover>
      </div>
      <p className="playbook-card-about cut">
        {getPlaybookDescription(playbook) || <span className="faint">no description</span>}
      </p>
      {history === undefined ? (
        <p className="playbook-card-last playbook-card-never faint">never run</p>
      ) : (
        <LastRun history={history} stale={stale} />
      )}
    </article>
  )
}

function LastRun({ history, stale }: { readonly history: CardHistory; readonly stale: boolean }) {
  const { newest, outcomes } = history
  const { status, step, end_time: end, start_time: start, created_at: created } = newest
  const at = status === 'failed' && step !== null ? ` at ${step}` : ''
  return (
    <p className="playbook-card-last">
      <StateMark state={toRunState(status)} stale={stale} label="" />
      <Link className="cut" href={runHref(newest.id)}>
        {formatStatus(status)}
        {at}
      </Link>
      <Age at={end ?? start ?? created} />
      <span className="playbook-card-target faint cut">{getRunTarget(newest)?.name}</span>
      <span className="playbook-card-strip">
        {outcomes === '' ? null : <ResultStrip results={outcomes} slots={12} fills stale={stale} />}
      </span>
    </p>
  )
}
