import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { missingProgram } from '#relay/backend/process/script-interpreter.ts'

const anyVersion = new Set(['', 'any', 'latest'])
const runtime = z
  .strictObject({
    version: scalarText
      .refine((version) => anyVersion.has(version) || /^v?\d+(\.\d+)*$/.test(version), {
        message: 'must be a version such as 3.12, or latest',
      })
      .optional(),
  })
  .nullish()

/** Runtimes are those of this machine; a version is a requirement, which a script does not run without. */
export const scriptSetup = z.strictObject({ bun: runtime, python: runtime, powershell: runtime })
export type ScriptSetup = z.infer<typeof scriptSetup>

const programs = { bun: 'bun', python: 'python3', powershell: 'pwsh' } as const

const findInstalled = async (program: string, { signal, sandbox }: ClientRun): Promise<string | undefined> => {
  try {
    const { stdout, stderr } = await runProcess(program, ['--version'], { env: bareEnvironment(), signal, sandbox })
    return /\d+(?:\.\d+)*/.exec(`${stdout} ${stderr}`)?.[0] ?? ''
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** `3.12` is satisfied by 3.12.7. Undefined if every runtime is as required. */
export const findSetupError = async (setup: ScriptSetup | undefined, run: ClientRun): Promise<string | undefined> => {
  for (const [name, program] of Object.entries(programs)) {
    const required = setup?.[name as keyof typeof programs]
    if (required == null) continue
    const version = (required.version ?? '').replace(/^v/, '')
    const installed = await findInstalled(program, run)
    if (installed === undefined) return `${missingProgram(program)} The script requires it (setup.${name}).`
    if (!anyVersion.has(version) && installed !== version && !installed.startsWith(`${version}.`))
      return `The script requires ${name} ${version} (setup.${name}), and this machine has ${installed}. Install it, or change the version.`
  }
  return undefined
}
