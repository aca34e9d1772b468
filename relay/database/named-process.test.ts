import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { hasProvenlyEnded, nameOwnProcess } from './named-process.ts'

const endedProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

test('a process has provably ended only if it ran in the same boot and process namespace', async () => {
  const own = nameOwnProcess()
  const pid = await endedProcess()
  expect(own).toEqual({
    machine: expect.stringMatching(/^\S{36} pid:\[\d+\] /),
    pid: process.pid,
    started: expect.stringMatching(/^\d+$/),
  })
  const other = { ...own, started: '1' }
  expect([own, other, { ...other, pid }].map(hasProvenlyEnded)).toEqual([false, true, true])
  const [boot = '', namespace = ''] = own.machine?.split(' ') ?? []
  const machines = [
    null,
    own.machine?.replace(boot, '00000000-0000-0000-0000-000000000000') ?? '',
    own.machine?.replace(namespace, 'pid:[1]') ?? '',
  ]
  for (const machine of machines) expect(hasProvenlyEnded({ machine, pid, started: '1' })).toBe(false)
})
