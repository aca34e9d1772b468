import { z } from 'zod'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { findProgramArgument } from '#relay/backend/templates/programs/shell-commands.ts'

const words = z.array(z.unknown()).optional().catch(undefined)
const variableList = z.array(z.unknown()).catch([])
const separated = z.object({ script: z.string() }).transform(({ script }) => script)
const programText = z.union([separated, z.object({ code: z.string() }).transform(({ code }) => code)])

type Container = Readonly<Record<string, unknown>>
type MapContainer = (container: Container) => Container

const mapContainers = <Pod extends { readonly spec: PodSpec }>(pod: Pod, map: MapContainer): Pod => {
  const { containers, initContainers } = pod.spec
  return {
    ...pod,
    spec: {
      ...pod.spec,
      containers: containers.map(map),
      ...(initContainers !== undefined && { initContainers: initContainers.map(map) }),
    },
  }
}

interface PodSpec {
  readonly containers: readonly Container[]
  readonly initContainers?: readonly Container[] | undefined
}

const mapWords = (container: Container, map: (list: readonly unknown[]) => readonly unknown[]): Container => {
  const [command, args] = [words.parse(container['command']), words.parse(container['args'])]
  const mapped = map([...(command ?? []), ...(args ?? [])])
  const end = command?.length ?? 0
  return {
    ...container,
    ...(command !== undefined && { command: mapped.slice(0, end) }),
    ...(args !== undefined && { args: mapped.slice(end) }),
  }
}

const separate = (list: readonly unknown[]): readonly unknown[] => {
  const found = findProgramArgument(list.map((word) => toText(word)))
  if (found === undefined) return list
  const key = found.isShell ? 'script' : 'code'
  return list.map((word, index) => (index === found.index ? { [key]: word } : word))
}

/** Security: the text that a shell of a container runs becomes `{ script }`, so that values are passed beside it. */
export const separatePodScripts = (action: PlaybookAction): PlaybookAction =>
  action.pod === undefined
    ? action
    : { ...action, pod: mapContainers(action.pod, (container) => mapWords(container, separate)) }

const podSchema = z.looseObject({
  spec: z.looseObject({
    containers: z.array(z.looseObject({})),
    initContainers: z.array(z.looseObject({})).optional(),
  }),
})

/** Undoes `separatePodScripts`; containers get the values of their scripts as variables. */
export const joinPodScripts = (value: unknown, variables: Readonly<Record<string, string>>): unknown => {
  const env = Object.entries(variables).map(([name, text]) => ({ name, value: text }))
  return mapContainers(podSchema.parse(value), (container) => {
    const joined = mapWords(container, (list) => list.map((word) => programText.safeParse(word).data ?? word))
    return env.length === 0 ? joined : { ...joined, env: [...variableList.parse(container['env'] ?? []), ...env] }
  })
}
