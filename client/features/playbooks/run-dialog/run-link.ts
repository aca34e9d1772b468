import type { ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'

interface RunLink {
  readonly playbookId: string
  readonly target: Pick<RunTarget, 'kind' | 'id'> | null
  readonly values: ParameterValues
}

const prefix = 'params.'

/** Format: `?playbook=…&run=true&config_id=…&params.name=…`. */
export const readRunLink = (params: URLSearchParams): RunLink | null => {
  const playbookId = params.get('playbook') ?? ''
  if (params.get('run') !== 'true' || playbookId === '') return null
  const kind = (['config', 'component', 'check'] as const).find((each) => params.get(`${each}_id`))
  const values = [...params].flatMap(([name, value]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )
  return {
    playbookId,
    target: kind === undefined ? null : { kind, id: params.get(`${kind}_id`) ?? '' },
    values: Object.fromEntries(values),
  }
}
