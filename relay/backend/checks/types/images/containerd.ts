import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { formatExit } from '#relay/backend/checks/types/programs/program-error.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { runProgram } from '#relay/backend/process/run-program.ts'
import {
  inspectedImage,
  judgeImage,
  pullFields,
  pushFields,
  readRegistryLogin,
  type RegistryLogin,
} from './image-fields.ts'

const outputMax = 4 * 1024 * 1024
const requires =
  'Needs containerd and the program nerdctl on the machine of the relay: give the relay access to /run/containerd/containerd.sock, or set address.'

const containerdFields = {
  address: z.string().startsWith('/', 'must be the path of a socket').optional(),
  namespaceName: z
    .string()
    .regex(/^[a-z\d][\w.-]*$/i, 'must be the name of a containerd namespace')
    .optional(),
}
const pullSpec = z.strictObject({ ...pullFields, ...containerdFields })
const pushSpec = z.strictObject({ ...pushFields, ...containerdFields })
type PushSpec = z.infer<typeof pushSpec>

/** A password in the arguments would be readable by every user of the machine. */
const writeLogin = async (folder: string, { username, password, serveraddress }: RegistryLogin): Promise<void> => {
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  await writeFile(join(folder, 'config.json'), JSON.stringify({ auths: { [serveraddress]: { auth } } }), {
    mode: 0o600,
  })
}

const withNerdctl = async <T>(
  spec: PushSpec,
  run: ClientRun,
  work: (ask: (...args: readonly string[]) => ReturnType<typeof runProgram>) => Promise<T>,
): Promise<T> => {
  const login = await readRegistryLogin(spec, run)
  const folder = await mkdtemp(join(tmpdir(), 'containerd-'))
  try {
    if (login !== undefined) await writeLogin(folder, login)
    const place = [
      ...(spec.address === undefined ? [] : ['--address', spec.address]),
      ...(spec.namespaceName === undefined ? [] : ['--namespace', spec.namespaceName]),
    ]
    const { signal, sandbox } = run
    return await work(async (...args) =>
      runProgram('nerdctl', [...place, ...args], {
        requiredBy: 'this check',
        env: { DOCKER_CONFIG: folder },
        outputMax,
        signal,
        sandbox,
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const parseInspected = (stdout: string) => z.array(inspectedImage).min(1).safeParse(findBoundedJson(stdout)).data?.[0]

export const containerd = defineCheckType<z.infer<typeof pullSpec>>({
  key: 'containerd',
  requires,
  spec: pullSpec,
  formatEndpoint: ({ image }) => image,
  run: async (spec, run) =>
    withNerdctl(spec, run, async (ask) => {
      const pulled = await ask('pull', '--quiet', spec.image)
      if (pulled.exitCode !== 0) return { pass: false, message: formatExit('nerdctl pull', pulled) }
      const inspected = await ask('image', 'inspect', spec.image)
      if (inspected.exitCode !== 0) return { pass: false, message: formatExit('nerdctl image inspect', inspected) }
      const image = parseInspected(inspected.stdout)
      return image === undefined
        ? { pass: false, message: 'nerdctl did not return an image as JSON.' }
        : judgeImage(spec, image)
    }),
})

export const containerdPush = defineCheckType<PushSpec>({
  key: 'containerdPush',
  requires,
  spec: pushSpec,
  formatEndpoint: ({ image }) => image,
  run: async (spec, run) =>
    withNerdctl(spec, run, async (ask) => {
      const pushed = await ask('push', '--quiet', spec.image)
      return pushed.exitCode === 0
        ? { pass: true, message: `${spec.image} was pushed`, details: { image: spec.image } }
        : { pass: false, message: formatExit('nerdctl push', pushed) }
    }),
})
