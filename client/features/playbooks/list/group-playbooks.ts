import {
  getPlaybookDescription,
  getPlaybookCategory,
  getPlaybookTitle,
  type Playbook,
} from '#client/features/playbooks/playbook-api.ts'

import { isFinalRun } from '#shared/playbooks/run-status.ts'
import type { CardHistory } from './card-history.ts'

interface PlaybookGroup {
  readonly category: string
  readonly playbooks: readonly Playbook[]
}

export const matchingPlaybooks = (
  playbooks: readonly Playbook[],
  search: string,
  category: string,
): readonly Playbook[] => {
  const text = search.trim().toLowerCase()
  return playbooks.filter(
    (playbook) =>
      (category === '' || getPlaybookCategory(playbook) === category) &&
      [playbook.name, getPlaybookTitle(playbook), getPlaybookDescription(playbook)].some((field) =>
        field.toLowerCase().includes(text),
      ),
  )
}

export const groupPlaybooks = (playbooks: readonly Playbook[]): readonly PlaybookGroup[] =>
  [...new Set(playbooks.map(getPlaybookCategory))]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({
      category: name,
      playbooks: playbooks.filter((playbook) => getPlaybookCategory(playbook) === name),
    }))

/** Failures first, then what runs or waits, then what succeeded. */
export const groupForWall = (
  playbooks: readonly Playbook[],
  histories: ReadonlyMap<string, Pick<CardHistory, 'newest'>>,
): readonly PlaybookGroup[] => {
  const toCategory = ({ id }: Playbook): string => {
    const status = histories.get(id)?.newest.status
    if (status === undefined) return 'Never run'
    if (!isFinalRun(status)) return 'Running or waiting'
    return status === 'completed' || status === 'cancelled' ? 'Succeeded or cancelled' : 'Last run failed'
  }
  return ['Last run failed', 'Running or waiting', 'Succeeded or cancelled', 'Never run'].flatMap((category) => {
    const found = playbooks.filter((playbook) => toCategory(playbook) === category)
    return found.length === 0 ? [] : [{ category, playbooks: found }]
  })
}
