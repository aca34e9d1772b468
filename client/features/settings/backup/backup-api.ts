import {
  backupMaxBytes,
  formatMegabytes,
  exportBackupRoute,
  importBackupRoute,
  previewBackupRoute,
} from '#shared/backup/backup-routes.ts'
import type { BackupFile, ImportRequest } from '#machines/settings/backup-import-machine.ts'
import { call } from '#client/api/call.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { inZone } from '#client/lib/time/in-zone.ts'

const slowMs = 120_000
const named = (passphrase: string) => (passphrase === '' ? {} : { passphrase })

export const saveBackup = async (passphrase: string) => {
  const {
    text,
    count,
    left_out: leftOut,
  } = await call(exportBackupRoute, { body: named(passphrase), timeoutMs: slowMs })
  const day = inZone(Date.now(), 'UTC').format('YYYY-MM-DD')
  saveFile(`quarterdeck-${day}.yaml`, new Blob([text], { type: 'application/yaml' }))
  return { count, leftOut }
}

export const previewImport = ({ text, passphrase }: ImportRequest) =>
  call(previewBackupRoute, { body: { text, ...named(passphrase) }, timeoutMs: slowMs })

export const importFile = ({ text, passphrase, remove }: ImportRequest) =>
  call(importBackupRoute, { body: { text, ...named(passphrase), remove: [...remove] }, timeoutMs: slowMs })

export const readFile = async (file: File): Promise<BackupFile> => {
  if (file.size > backupMaxBytes)
    throw new Error(
      `${file.name} is ${formatMegabytes(file.size)}; the limit is ${formatMegabytes(backupMaxBytes)}. Split the file.`,
    )
  const text = await file.text()
  if (text.includes('\0')) throw new Error(`${file.name} is not a text file. Choose the exported YAML file.`)
  return { name: file.name, text }
}
