import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { BackupPreview } from '#shared/backup/backup-routes.ts'
import { backupImportMachine, type Imported, type ImportRequest } from './backup-import-machine.ts'

const file = { name: 'backup.yaml', text: 'kind: Canary' }
const preview: BackupPreview = { entries: [], problems: [] }
const imported: Imported = { added: 1, changed: 0, removed: 1 }

const start = (
  looks: readonly (() => Promise<BackupPreview>)[],
  imports: readonly (() => Promise<Imported>)[] = [],
) => {
  const [looking, importing] = [[...looks], [...imports]]
  const requests: ImportRequest[] = []
  const machine = backupImportMachine.provide({
    actors: {
      preview: fromPromise(({ input }: { input: ImportRequest }) => {
        requests.push(input)
        return looking.shift()?.() ?? Promise.reject(new Error('asked too often'))
      }),
      import: fromPromise(({ input }: { input: ImportRequest }) => {
        requests.push(input)
        return importing.shift()?.() ?? Promise.reject(new Error('asked too often'))
      }),
    },
  })
  return { actor: createActor(machine).start(), requests }
}

test('previews a file before the import, and removes only what was selected', async () => {
  const { actor, requests } = start([async () => preview], [async () => imported])
  actor.send({ type: 'import.start' })
  actor.send({ type: 'preview.ask' })
  expect(actor.getSnapshot().value).toBe('choosing')
  actor.send({ type: 'passphrase.type', passphrase: 'correct horse' })
  actor.send({ type: 'file.choose', file })
  await waitFor(actor, (state) => state.matches('deciding'))
  for (const key of ['Canary default/a', 'Canary default/b', 'Canary default/b'])
    actor.send({ type: 'removal.toggle', key })
  actor.send({ type: 'import.start' })
  const done = await waitFor(actor, (state) => state.matches('done'))
  expect(requests).toEqual([
    { text: file.text, passphrase: 'correct horse', remove: [] },
    { text: file.text, passphrase: 'correct horse', remove: ['Canary default/a'] },
  ])
  expect([done.context.imported, done.context.passphrase, done.context.file]).toEqual([imported, '', null])
})

test('keeps the file when its passphrase is wrong, and previews again with another', async () => {
  const { actor } = start([() => Promise.reject(new Error('wrong')), async () => preview])
  actor.send({ type: 'file.choose', file })
  const rejected = await waitFor(actor, (state) => state.context.error !== null)
  expect([rejected.value, rejected.context.file]).toEqual(['choosing', file])
  actor.send({ type: 'passphrase.type', passphrase: 'another one' })
  expect(actor.getSnapshot().context.error).toBeNull()
  actor.send({ type: 'preview.ask' })
  await waitFor(actor, (state) => state.matches('deciding'))
  actor.send({ type: 'import.leave' })
  expect(actor.getSnapshot().context.file).toBeNull()
})

test('does not import a file with errors, and allows a retry of a rejected import', async () => {
  const broken = { entries: [], problems: [{ line: 3, column: 1, reason: 'Broken.' }] }
  const { actor, requests } = start(
    [async () => broken, async () => preview],
    [() => Promise.reject(new Error('busy'))],
  )
  actor.send({ type: 'file.choose', file })
  await waitFor(actor, (state) => state.matches('deciding'))
  actor.send({ type: 'import.start' })
  expect([actor.getSnapshot().value, requests.length]).toEqual(['deciding', 1])
  actor.send({ type: 'file.choose', file })
  await waitFor(actor, (state) => state.matches('deciding'))
  actor.send({ type: 'import.start' })
  const rejected = await waitFor(actor, (state) => state.context.error !== null)
  expect([rejected.value, rejected.context.preview]).toEqual(['deciding', preview])
  actor.send({ type: 'file.refuse', error: new Error('too large') })
  expect([actor.getSnapshot().value, actor.getSnapshot().context.preview]).toEqual(['choosing', null])
})
