import { aboutOf, categoryOf, titleOfPlaybook, type Playbook } from '#client/features/playbooks/playbook-api.ts'

export interface PlaybookGroup {
  readonly category: string
  readonly playbooks: readonly Playbook[]
}

/** Playbooks whose name, title or description holds the text, by category; both in the order of the alphabet. */
export const groupPlaybooks = (playbooks: readonly Playbook[], sought: string, category: string): PlaybookGroup[] => {
  const text = sought.trim().toLowerCase()
  const matching = playbooks.filter(
    (playbook) =>
      (category === '' || categoryOf(playbook) === category) &&
      [playbook.name, titleOfPlaybook(playbook), aboutOf(playbook)].some((said) => said.toLowerCase().includes(text)),
  )
  return [...new Set(matching.map(categoryOf))]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({
      category: name,
      playbooks: matching
        .filter((playbook) => categoryOf(playbook) === name)
        .sort((a, b) => titleOfPlaybook(a).localeCompare(titleOfPlaybook(b))),
    }))
}
