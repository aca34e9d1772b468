import { assign, fromPromise, setup } from 'xstate'
import type { BackupPreview } from '#shared/backup/backup-routes.ts'

export interface BackupFile {
  readonly name: string
  readonly text: string
}

export interface ImportRequest {
  readonly text: string
  readonly passphrase: string
  readonly remove: readonly string[]
}

export interface Imported {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

interface Context {
  readonly file: BackupFile | null
  readonly passphrase: string
  readonly preview: BackupPreview | null
  readonly remove: ReadonlySet<string>
  readonly imported: Imported | null
  readonly error: unknown
}

type Event =
  | { readonly type: 'file.choose'; readonly file: BackupFile }
  | { readonly type: 'file.refuse'; readonly error: Error }
  | { readonly type: 'passphrase.type'; readonly passphrase: string }
  | { readonly type: 'preview.ask' }
  | { readonly type: 'removal.toggle'; readonly key: string }
  | { readonly type: 'import.start' }
  | { readonly type: 'import.leave' }

const nothing: Context = {
  file: null,
  passphrase: '',
  preview: null,
  remove: new Set(),
  imported: null,
  error: null,
}

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

export const backupImportMachine = setup({
  types: { context: {} as Context, events: {} as Event, tags: {} as 'busy' },
  actors: {
    preview: fromPromise<BackupPreview, ImportRequest>(() => Promise.reject(new Error('provide preview'))),
    import: fromPromise<Imported, ImportRequest>(() => Promise.reject(new Error('provide import'))),
  },
  guards: {
    hasFile: ({ context }) => context.file !== null,
    canImport: ({ context }) => context.preview !== null && context.preview.problems.length === 0,
  },
  actions: {
    takeFile: assign(({ event, context }) =>
      event.type === 'file.choose' ? { ...nothing, passphrase: context.passphrase, file: event.file } : {},
    ),
    refuseFile: assign(({ event }) => (event.type === 'file.refuse' ? { ...nothing, error: event.error } : {})),
    typePassphrase: assign(({ event }) =>
      event.type === 'passphrase.type' ? { passphrase: event.passphrase, preview: null, error: null } : {},
    ),
    toggleRemoval: assign(({ context, event }) =>
      event.type === 'removal.toggle' ? { remove: toggled(context.remove, event.key) } : {},
    ),
    forgetError: assign({ error: null }),
    forgetAll: assign(nothing),
  },
}).createMachine({
  id: 'backupImport',
  context: nothing,
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'file.choose': { target: 'looking', actions: 'takeFile' },
        'file.refuse': { actions: 'refuseFile' },
        'passphrase.type': { actions: 'typePassphrase' },
        'preview.ask': { guard: 'hasFile', target: 'looking' },
      },
    },
    looking: {
      tags: 'busy',
      entry: 'forgetError',
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { file, passphrase } }) => ({ text: file?.text ?? '', passphrase, remove: [] }),
        onDone: { target: 'deciding', actions: assign({ preview: ({ event }) => event.output }) },
        onError: { target: 'choosing', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    deciding: {
      on: {
        'file.choose': { target: 'looking', actions: 'takeFile' },
        'file.refuse': { target: 'choosing', actions: 'refuseFile' },
        'passphrase.type': { target: 'choosing', actions: 'typePassphrase' },
        'removal.toggle': { actions: 'toggleRemoval' },
        'import.start': { guard: 'canImport', target: 'importing' },
        'import.leave': { target: 'choosing', actions: 'forgetAll' },
      },
    },
    importing: {
      tags: 'busy',
      entry: 'forgetError',
      invoke: {
        id: 'import',
        src: 'import',
        input: ({ context: { file, passphrase, remove } }) => ({
          text: file?.text ?? '',
          passphrase,
          remove: [...remove],
        }),
        onDone: { target: 'done', actions: assign({ imported: ({ event }) => event.output }) },
        onError: { target: 'deciding', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    done: {
      entry: assign({ file: null, passphrase: '', preview: null, remove: new Set<string>() }),
      on: {
        'file.choose': { target: 'looking', actions: 'takeFile' },
        'file.refuse': { target: 'choosing', actions: 'refuseFile' },
        'passphrase.type': { target: 'choosing', actions: 'typePassphrase' },
      },
    },
  },
})
