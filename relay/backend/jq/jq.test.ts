import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runJq } from './jq.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

const jq = async (expression: string, input = 'null') => runJq(expression, input, new AbortController().signal)

describe('jq', () => {
  test.each([
    ['.replicas = 3', '{"replicas": 1, "name": "web"}', '{\n  "replicas": 3,\n  "name": "web"\n}\n'],
    ['.[] | select(. > 1)', '[1, 2, 3]', '2\n3\n'],
    ['-1', 'null', '-1\n'],
    ['"ü" | test("\\\\p{L}")', 'null', 'true\n'],
    ['length', JSON.stringify('x'.repeat(1_000_000)), '1000000\n'],
  ])('returns %j', async (expression, input, output) => {
    expect(await jq(expression, input)).toBe(output)
  })

  test.each([
    ['.a |', '{}', /^syntax error, unexpected end of file at <top-level>, line 1, column 4:/],
    ['.', 'nope', /^parse error: Invalid numeric literal at EOF at line 1, column 4$/],
    ['.a', '[]', /Cannot index array with string \("a"\)$/],
    ['--rawfile x /etc/passwd', '{}', /^syntax error/],
    ['import "/etc/hosts" as $x; $x', '{}', /^module not found: \/etc\/hosts/],
    ['"x" * 300000000', '{}', /^jq needs more than 256 MB of memory and was stopped\.$/],
  ])('rejects %j for %j', async (expression, input, message) => {
    const failure: unknown = await jq(expression, input).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ExpectedError)
    expect(String(failure).replace('Error: ', '')).toMatch(message)
  })

  test("has no access to variables of the relay's process", async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await jq('$ENV | has("DATABASE_URL")')).toBe('false\n')
  })

  test('runs from source', async () => {
    vi.stubEnv('BUNDLED_PROGRAMS_DIR', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await jq('1 + 1')).toBe('2\n')
  })

  test('stops when its signal fires', async () => {
    await expect(runJq('def f: f; f', '{}', AbortSignal.timeout(300))).rejects.toThrow('due to timeout')
  })
})
