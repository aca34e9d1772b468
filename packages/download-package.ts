import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface PublishedPackage {
  readonly name: string
  readonly version: string
}

/** Unpacks a published package, and deletes it after `copy`, which takes its folder. */
export const withPublishedPackage = ({ name, version }: PublishedPackage, copy: (folder: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  try {
    const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder, encoding: 'utf8' })
    execFileSync('tar', ['-xzf', archive.trim()], { cwd: folder })
    copy(join(folder, 'package'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
