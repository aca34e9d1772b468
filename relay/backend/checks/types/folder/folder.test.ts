import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileSegment } from '#relay/backend/clients/run/path-pattern.ts'
import { folderSpec } from './folder-spec.ts'
import { judgeFolder } from './judge-folder.ts'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'

const hour = 3_600_000
let path: string
const put = async (name: string, size: number, ageMs: number): Promise<void> => {
  await writeFile(join(path, name), 'x'.repeat(size))
  const time = new Date(Date.now() - ageMs)
  await utimes(join(path, name), time, time)
}
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'folder-'))
  await mkdir(join(path, 'inner'))
  await put('new.log', 10, 60_000)
  await put('old.log', 3000, 50 * hour)
  await put('mid.bak', 200, 5 * hour)
  await put('inner/deep.log', 1, 100 * hour)
  await symlink(join(path, 'missing'), join(path, 'broken-link'))
})
afterAll(async () => rm(path, { recursive: true }))

describe('folder check', () => {
  test('reports the files of a folder', async () => {
    const result = await runCheckType('folder', { path })
    expect(result).toMatchObject({
      pass: true,
      message: `${path} contains 3 files, 3.1K`,
      details: {
        count: 3,
        size: 3210,
        newest: { name: 'new.log', size: 10 },
        oldest: { name: 'old.log', size: 3000 },
        smallest: { name: 'new.log' },
        largest: { name: 'old.log' },
      },
    })
    expect(Number(result.details?.['availableSize'])).toBeGreaterThan(0)
  })

  test.each([
    [{ minCount: 4 }, 'expected at least 4 files, found 3'],
    [{ maxCount: 1 }, 'expected at most 1 file, found 3'],
    [{ maxAge: '2d' }, 'expected no file older than 2d, but old.log is 2d2h old'],
    [{ minAge: '5m' }, 'expected no file younger than 5m, but new.log is 1m old'],
    [{ minSize: 100 }, 'expected no file smaller than 100B, but new.log has 10B'],
    [{ maxSize: '2Ki' }, 'expected no file larger than 2K, but old.log has 2.9K'],
    [{ totalSize: '3kb' }, 'expected at most 3K in total, found 3.1K'],
    [{ recursive: true, maxAge: '3d' }, 'expected no file older than 3d, but inner/deep.log is 4d4h old'],
    [{ filter: { regex: '\\.log$' }, maxCount: 1 }, 'expected at most 1 file, found 2'],
    [{ filter: { minAge: '1h', maxSize: '1Ki' }, minCount: 2 }, 'expected at least 2 files, found 1'],
  ])('reports what it expected for %j', async (spec, message) => {
    expect(await runCheckType('folder', { path, ...spec })).toMatchObject({
      pass: false,
      message: `${path}: ${message}.`,
    })
  })

  test('passes within all limits at once', async () => {
    const limits = {
      minCount: 3,
      maxCount: 3,
      maxAge: '3d',
      minAge: '10s',
      minSize: '10b',
      maxSize: '1mb',
      totalSize: '10mb',
      availableSize: 1,
    }
    expect(await runCheckType('folder', { path, ...limits })).toMatchObject({ pass: true })
  })

  test('requires free disk space', async () => {
    expect(await runCheckType('folder', { path, availableSize: '9000000Ti' })).toMatchObject({
      pass: false,
      message: expect.stringMatching(
        /: expected at least 8789\.1P of free disk space, found [\d.]+[KMGTP]\.$/,
      ) as string,
    })
  })

  test('treats a path to a file as a folder with that file', async () => {
    expect(await runCheckType('folder', { path: join(path, 'old.log'), maxAge: '1d' })).toMatchObject({ pass: false })
  })

  test('reports a missing folder', async () => {
    const nowhere = join(path, 'nowhere')
    expect(await runCheckType('folder', { path: nowhere })).toMatchObject({
      pass: false,
      message: `${nowhere} does not exist.`,
      messageIfTestPasses: `${nowhere} contains 0 files, 0B`,
      details: { count: 0, size: 0, files: [], newest: null },
    })
    expect(await runCheckType('folder', { path: nowhere, maxCount: 0 })).toMatchObject({ pass: true })
    expect(await runCheckType('folder', { path: nowhere, minCount: 1 })).not.toHaveProperty('messageIfTestPasses')
  })

  test.each([
    ['*.log', {}, ['new.log', 'old.log']],
    ['{new,old}.l?g', {}, ['new.log', 'old.log']],
    ['[!n]*', {}, ['mid.bak', 'old.log']],
    ['*/*.log', {}, ['inner/deep.log']],
    ['**/*.log', {}, ['inner/deep.log', 'new.log', 'old.log']],
    ['inn*', {}, []],
    ['inn*', { recursive: true }, ['inner/deep.log']],
    ['*.tar', {}, []],
    ['*', { filter: { since: '1h' } }, ['new.log']],
    ['*', { filter: { since: 'now-1d' } }, ['mid.bak', 'new.log']],
  ])('counts the files that match %s with %j', async (pattern, more, names) => {
    const result = await runCheckType('folder', { path: join(path, pattern), ...more })
    expect(result).toMatchObject({ pass: true, details: { count: names.length } })
    const files = result.details?.['files'] as { name: string }[]
    expect(files.map(({ name }) => name).toSorted()).toEqual(names)
  })

  const file = { name: 'a', size: 1, modifiedMs: Date.now() }
  const judgeCut = (limits: object) =>
    judgeFolder(
      folderSpec.parse({ path: '/x', ...limits }),
      '/x',
      { files: [file], isCut: true, isMissing: false },
      undefined,
    )
  test.each(['maxCount', 'maxAge', 'minAge', 'minSize', 'maxSize', 'totalSize'])(
    'cannot prove %s for a folder with too many files',
    (limit) => {
      const value = /Age/.test(limit) ? (limit === 'maxAge' ? '1d' : '0s') : limit === 'minSize' ? 0 : 100
      expect(judgeCut({ [limit]: value })).toMatchObject({
        pass: false,
        message: `/x: has too many files for ${limit}: only 100000 are read.`,
      })
    },
  )

  test('passes a folder with too many files for limits that the first ones prove', () => {
    expect(judgeCut({ minCount: 1 })).toMatchObject({
      pass: true,
      incomplete: { files: 'only 1 of the files were read' },
    })
  })

  test.each([
    ['a+(b).*', 'a+(b).txt', true],
    ['a+(b).*', 'aab.txt', false],
    ['{*.tar,x}.gz', 'b.tar.gz', true],
    ['[a-c]1', 'b1', true],
    ['{a', '{a', true],
  ])('%j matches %j: %j', (pattern, name, isMatch) => {
    expect(compileSegment(pattern)(name)).toBe(isMatch)
  })

  test.each([
    [{}, ['path: required']],
    [{ path: 's3://bucket' }, ['awsConnection: required for a path that begins with s3://']],
    [{ path: 'gs://bucket' }, ['gcpConnection: required for a path that begins with gcs://']],
    [{ path: 'sftp://host/x' }, ['sftpConnection: required for a path that begins with sftp://']],
    [{ path: '/x', gcpConnection: {} }, ['path: must begin with gcs:// because gcpConnection is set']],
    [
      { path: 's3://bucket/*.log', awsConnection: {}, sftpConnection: {}, availableSize: 1 },
      [
        'sftpConnection: must not be set together with another connection',
        'path: can have wildcards only for a local folder: use filter.regex',
        'availableSize: is supported only for a local folder',
      ],
    ],
    [{ path: 's3://shop/x', awsConnection: { bucket: 'shop', connection: 'a' } }, []],
    [
      { path: 'gcs://shop/x', gcpConnection: { bucket: 'other', connection: 'a' } },
      ['gcpConnection: bucket must be that of the path, shop, got other'],
    ],
    [{ path: '\\\\server\\share' }, ['smbConnection: required for a path that begins with smb://']],
    [{ path: '/x', maxAge: 'soon' }, ['maxAge: must be an age such as 90s, 12h or 7d, got "soon"']],
    [{ path: '/x', minSize: 'big' }, ['minSize: must be a size such as 10Mi or 500kb, got "big"']],
    [
      { path: '/x', filter: { regex: '(' } },
      ['filter.regex: Regular expression: "(" is not a valid regular expression: missing closing ): `(`.'],
    ],
    [{ path: '/x', filter: { minAg: '1d' } }, ['filter.minAg: unknown field (did you mean "minAge"?)']],
  ])('rejects %j', async (spec, errors) => {
    expect(await listSpecErrors('folder', spec)).toEqual(errors)
  })
})
