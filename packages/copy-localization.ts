import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPublishedPackage } from './download-package.ts'
import manifest from './clerk-localizations/package.json' with { type: 'json' }

export const copyLocalization = (): void =>
  withPublishedPackage(manifest, (published) => {
    const folder = join(import.meta.dirname, 'clerk-localizations')
    const target = join(folder, 'lib')
    mkdirSync(target, { recursive: true })
    const code = readFileSync(join(published, 'dist/en-US.mjs'), 'utf8')
    writeFileSync(join(target, 'en-US.js'), code.replace(/\n\/\/# sourceMappingURL=.*/, '\n'))
    copyFileSync(join(published, 'LICENSE'), join(folder, 'LICENSE'))
  })
