import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { formatEndpoint, listSpecErrors, runCheckType } from './testing/run-check-type.ts'

const readArguments = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
const running = (mark: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readArguments)
    .filter((line) => line.includes(mark))

describe('script check', () => {
  test('passes when the script exits with 0', async () => {
    expect(await runCheckType('exec', { script: 'echo hello; echo warned >&2' })).toEqual({
      pass: true,
      message: 'hello',
      details: {
        stdout: 'hello',
        stderr: 'warned',
        exitCode: 0,
        results: { stdout: 'hello', stderr: 'warned', exitCode: 0 },
      },
    })
  })

  test.each([
    ['echo broken >&2; exit 3', 'Exit code 3: broken'],
    ['exit 4', 'Exit code 4.'],
    ['kill -TERM $$', 'Killed by SIGTERM.'],
  ])('reports how %j ended', async (script, message) => {
    expect(await runCheckType('exec', { script })).toMatchObject({ pass: false, message })
  })

  test('lets a test override a non-zero exit code, but not a killed script', async () => {
    expect(await runCheckType('exec', { script: 'echo missing; exit 1' })).toMatchObject({
      pass: false,
      messageIfTestPasses: 'missing',
    })
    expect(await runCheckType('exec', { script: 'kill -KILL $$' })).not.toHaveProperty('messageIfTestPasses')
  })

  test.each([
    ['#!/bin/sh\necho "sh $0"', 'sh sh'],
    ['#!/usr/bin/env node\nconsole.log("node", 1 + 1)', 'node 2'],
    ['if [[ a == a ]]; then echo bash; fi', 'bash'],
  ])('runs %j with the interpreter of its first line', async (script, stdout) => {
    expect(await runCheckType('exec', { script })).toMatchObject({ pass: true, details: { stdout } })
  })

  test.each([
    ['echo first\r\necho second\r\n', 'first\nsecond'],
    ['#!/usr/bin/env bash\r\nif true; then\r\n  echo yes\r\nfi\r\n', 'yes'],
    ["printf '\\033[31mred\\033[0m'", 'red'],
    ["printf '10 %%\\r50 %%\\r100 %%\\r\\ndone\\r\\n'", '100 %\ndone'],
  ])('runs %j with line ends of Windows, and reports text without terminal codes', async (script, message) => {
    expect(await runCheckType('exec', { script })).toMatchObject({ pass: true, message })
  })

  test('runs a Python script with python3', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interpreters-'))
    writeFileSync(join(folder, 'python3'), '#!/bin/sh\necho "$1 $2"', { mode: 0o755 })
    vi.stubEnv('PATH', folder)
    expect(await runCheckType('exec', { script: '#! python\nprint(1)' })).toMatchObject({
      pass: true,
      details: { stdout: '-c print(1)' },
    })
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  test('reports a missing or unknown interpreter', async () => {
    expect(await runCheckType('exec', { script: '#!/usr/bin/awk -f\n{}' })).toMatchObject({
      invalid: true,
      message:
        "Scripts for 'awk' are not supported. Supported: sh, bash, pwsh, powershell, python, python3, node, bun.",
    })
    vi.stubEnv('PATH', '/nonexistent')
    expect(await runCheckType('exec', { script: '#! pwsh\nGet-Item' })).toMatchObject({
      invalid: true,
      message: 'pwsh is not installed on this machine.',
    })
    vi.unstubAllEnvs()
  })

  test('passes only its own variables to the script', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    const result = await runCheckType('exec', {
      script: 'env | cut -d= -f1 | sort | tr "\\n" " "; echo $TOKEN',
      env: [{ name: 'TOKEN', value: 't0psecret' }],
    })
    vi.unstubAllEnvs()
    const names = String(result.details?.['stdout']).split('\n').at(-1)?.trim().split(' ') ?? []
    expect(names.filter((name) => !['HOME', 'LANG', 'PATH', 'PWD', 'SHLVL', '_', 'TOKEN'].includes(name))).toEqual([
      '***',
    ])
    expect(JSON.stringify(result)).not.toContain('t0psecret')
  })

  test('signs the script in at the accounts of its connections', async () => {
    const spec = {
      script: 'echo "$AWS_ACCESS_KEY_ID $AWS_REGION $AWS_SECRET_ACCESS_KEY"',
      connections: {
        aws: { accessKey: { value: 'AKIA1234' }, secretKey: { value: 'aws-secret' }, region: 'eu-west-1' },
      },
    }
    expect(await runCheckType('exec', spec)).toMatchObject({ message: '*** eu-west-1 ***' })
  })

  test('truncates endless output', async () => {
    const result = await runCheckType('exec', { script: 'head -c 3000000 /dev/zero | tr "\\0" x' })
    expect(String(result.details?.['stdout'])).toMatch(/^x{262144}\n… 2737856 more bytes were omitted$/)
  })

  test('kills the script and its children at the timeout', async () => {
    const mark = `987${process.pid}`
    const result = await runCheckType('exec', { script: `sleep ${mark} & sleep ${mark}; wait` }, { timeoutMs: 200 })
    expect(result).toEqual({ pass: false, message: 'No response within 200 ms.' })
    await vi.waitFor(() => expect(running(`sleep ${mark}`)).toEqual([]))
  })

  test('ends with the script even if a child keeps its output open, and leaves no child', async () => {
    const mark = `986${process.pid}`
    expect(await runCheckType('exec', { script: `sleep ${mark} & echo done` })).toMatchObject({
      pass: true,
      message: 'done',
    })
    await vi.waitFor(() => expect(running(`sleep ${mark}`)).toEqual([]))
  })

  test('shows the program but none of its arguments', () => {
    expect(formatEndpoint('exec', { script: '#!/bin/sh\n# comment\ncurl -u me:pa55 http://x' })).toBe('sh: curl')
    expect(formatEndpoint('exec', { script: 'PASSWORD=x run' })).toBe('bash script')
  })

  test.each([
    [{}, ['script: required']],
    [{ script: ' ' }, ['script: must not be empty']],
    [{ script: 'x', connections: { aws: {} } }, ['connections.aws: needs connection or accessKey']],
    [{ script: 'x', scripts: 'y' }, ['scripts: unknown field (did you mean "script"?)']],
    [{ script: 'x', env: [{ value: 'y' }] }, ['env[0].name: required']],
  ])('rejects %j', async (spec, errors) => {
    expect(await listSpecErrors('exec', spec)).toEqual(errors)
  })
})
