/**
 * `tsx tests/node-versions/run.ts [MAJOR…]`: runs the built product on the newest release of each further
 * supported Node version. Node comes from npm and stays in `.cache/node`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryProduct } from './try-product.ts'

const supported = ['22', '24', '26']
const wanted = process.argv.length > 2 ? process.argv.slice(2) : supported

const installNode = (major: string): string => {
  const packageName = `node-${process.platform}-${process.arch}`
  const folder = join('.cache', 'node', major)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync(
    'npm',
    ['install', '--silent', '--no-audit', '--no-fund', '--no-package-lock', `${packageName}@${major}`],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  )
  const path = join(process.cwd(), folder, 'node_modules', packageName, 'bin', 'node')
  if (!existsSync(path)) throw new Error(`${packageName}@${major} has no bin/node.`)
  return path
}

let failed = 0
for (const major of wanted) {
  try {
    const node = installNode(major)
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    const checks = await tryProduct(node)
    process.stdout.write(`Node ${version}: ${checks.join(', ')}\n`)
  } catch (error) {
    failed += 1
    process.stdout.write(
      `Node ${major}: FAILED. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  }
}
process.stdout.write(`versions: ${wanted.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
