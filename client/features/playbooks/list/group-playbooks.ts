import {
  getPlaybookDescription,
  getPlaybookCategory,
  getPlaybookTitle,
  type Playbook,
} from '#client/features/playbooks/playbook-api.ts'

export interface PlaybookGroup {
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
