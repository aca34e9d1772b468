import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startSamba, type Samba } from '#tests/fixtures/samba.ts'

const password = 'word-of-the-share'
let samba: Samba
beforeAll(async () => {
  samba = await startSamba(password)
  await mkdir(join(samba.folder, 'night ly/parts'), { recursive: true })
  const put = async (name: string, size: number, ageHours: number) => {
    const path = join(samba.folder, 'night ly', name)
    await writeFile(path, 'x'.repeat(size))
    const time = new Date(Date.now() - ageHours * 3_600_000)
    await utimes(path, time, time)
  }
  await put('new  one.dump', 1_000, 1)
  await put('old.dump', 3_000, 50)
  await put('parts/1.dump', 10, 2)
})
afterAll(() => samba.stop())

const check = async (spec: object = {}, context: Parameters<typeof runCheckType>[2] = {}) =>
  runCheckType(
    'folder',
    {
      path: 'smb://127.0.0.1/shop/night ly',
      smbConnection: { username: samba.username, password: { value: password }, port: samba.port },
      ...spec,
    },
    context,
  )

test('a folder of an SMB share is listed and judged', async () => {
  expect(await check()).toMatchObject({
    pass: true,
    message: 'smb://127.0.0.1/shop/night ly contains 2 files, 3.9K',
    details: { count: 2, newest: { name: 'new  one.dump', size: 1_000 }, largest: { name: 'old.dump' } },
  })
  expect(await check({ recursive: true })).toMatchObject({
    details: { count: 3, smallest: { name: 'parts/1.dump', size: 10 } },
  })
  expect(await check({ path: String.raw`\\127.0.0.1\shop`, recursive: true })).toMatchObject({
    details: { count: 3, smallest: { name: 'night ly/parts/1.dump' } },
  })
  const login = { username: samba.username, password: { value: password }, port: samba.port }
  const named = { ...login, share: 'shop', searchPath: '/night ly' }
  expect(await check({ path: 'smb://127.0.0.1', smbConnection: named })).toMatchObject({ details: { count: 2 } })
  expect(await check({ maxAge: '1d' })).toMatchObject({
    pass: false,
    message: 'smb://127.0.0.1/shop/night ly: expected no file older than 1d, but old.dump is 2d2h old.',
  })
})

test('reports a missing folder, a missing share, a wrong password and no server, and runs no command of a path', async () => {
  expect(await check({ path: 'smb://127.0.0.1/shop/none' })).toMatchObject({
    pass: false,
    message: 'smb://127.0.0.1/shop/none does not exist.',
  })
  expect(await check({ path: 'smb://127.0.0.1/none' })).toMatchObject({ message: 'The server has no such share.' })
  const login = { username: samba.username, password: { value: 'other-word' }, port: samba.port }
  const denied = await check({ smbConnection: login })
  expect(denied).toMatchObject({ pass: false, message: 'Authentication failed: wrong user name or password.' })
  expect(JSON.stringify(denied)).not.toContain('other-word')
  expect(await check({ smbConnection: { ...login, port: 1 } })).toMatchObject({ message: 'Connection refused.' })
  const marker = join(samba.folder, 'marker')
  expect(await check({ path: `smb://127.0.0.1/shop/x"; !touch ${marker}; "` })).toMatchObject({ pass: false })
  expect(await check({ path: 'smb://127.0.0.1/shop', maxCount: 0 })).toMatchObject({ pass: true })
})

test('rejects a path without a share and a login without a path of a share', async () => {
  expect(await listSpecErrors('folder', { path: 'smb://host/share' })).toEqual([
    'smbConnection: required for a path that begins with smb://',
  ])
  expect(await listSpecErrors('folder', { path: '/backups', smbConnection: { username: 'a' } })).toEqual([
    'path: must begin with smb:// because smbConnection is set',
  ])
  expect(await check({ path: 'smb://host' })).toMatchObject({
    message: 'Expected a path such as smb://host/share/folder, got smb://host.',
  })
})
