import { expect, test } from 'vitest'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import type { Playbook } from '#client/features/playbooks/playbook-api.ts'
import { groupForWall } from './group-playbooks.ts'

const playbook = (id: string) => ({ id, name: id }) as Playbook
const ended = (status: ListedRun['status']) => ({ newest: { status } as ListedRun })

test('a wall shows the playbooks whose last run failed first, and those that never ran last', () => {
  const histories = new Map([
    ['restart', ended('completed')],
    ['drain', ended('failed')],
    ['scale', ended('pending_approval')],
    ['purge', ended('timed_out')],
  ])
  const groups = groupForWall(['restart', 'drain', 'backup', 'scale', 'purge'].map(playbook), histories)
  expect(groups.map(({ category, playbooks }) => [category, playbooks.map(({ id }) => id).join(' ')])).toEqual([
    ['Last run failed', 'drain purge'],
    ['Running or waiting', 'scale'],
    ['Succeeded or cancelled', 'restart'],
    ['Never run', 'backup'],
  ])
})
