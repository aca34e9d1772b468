import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPublishedPackage } from './download-package.ts'
import manifest from './blueprint-icons/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'blueprint-icons')
const target = join(folder, 'lib')

interface Icon {
  /** As `CaretDown`. */
  readonly name: string
  /** As `caret-down`. */
  readonly id: string
}

const listFiles = (path: string, extension: RegExp): string[] =>
  readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extension.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const importPattern = /import (?:type )?\{([^}]*)\} from ['"]@blueprintjs\/icons['"]/g

/** Everything that the client and @blueprintjs/core import: icons, under one of their two names, and other exports. */
const findImportedNames = (): string[] =>
  [...listFiles('client', /\.tsx?$/), ...listFiles('node_modules/@blueprintjs/core/lib/esm', /\.js$/)]
    .flatMap((file) => Array.from(readFileSync(file, 'utf8').matchAll(importPattern)))
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => /^\s*(?:type )?(\w+?)(?:Icon)?\b/.exec(name)?.[1] ?? '')

const toId = (name: string) => name.replaceAll(/(?<=.)(?=[A-Z])/g, '-').toLowerCase()

// Node finds an imported module only by its full file name.
const withFileNames = (code: string) =>
  code
    .replaceAll(/(?<=from "\.[^"]+)(?=")/g, '.js')
    .replaceAll('"../../', '"../')
    .replace(/\n\/\/# sourceMappingURL=.*/, '\n')

// The pages draw icons at 12 to 16 px. The paths for 20 px are as long again.
const withoutLargePaths = (code: string) =>
  code
    .replace(/\/\*\* Path data for the 20px grid.*\nconst PATHS_20 = .*\n/, '')
    .replace(/.*const isLarge = .*\n/, '')
    .replace(/isLarge \? (?:PATHS_20|IconSize\.LARGE) : /, '')

const toModule = (code: string) => withoutLargePaths(withFileNames(code))

const declareComponents = (icons: readonly Icon[]) =>
  [
    "import type { FC } from 'react'\nimport type { SVGIconProps } from './svgIconProps'\n",
    ...icons.map(({ name }) => `export declare const ${name}Icon: FC<SVGIconProps>\n`),
    ...icons.map(({ name }) => `export declare const ${name}: typeof ${name}Icon\n`),
  ].join('')

export const copyIcons = (): void =>
  withPublishedPackage(manifest, (published) => {
    const source = join(published, 'lib/esm')
    const read = (file: string) => readFileSync(join(source, file), 'utf8')
    const write = (file: string, code: string) => writeFileSync(join(target, file), code)

    rmSync(target, { recursive: true, force: true })
    mkdirSync(join(target, 'components'), { recursive: true })
    for (const file of ['classes.js', 'iconTypes.js', 'jsUtils.js', 'svgIconContainer.js'])
      write(file, toModule(read(file)))
    for (const file of ['iconTypes.d.ts', 'svgIconContainer.d.ts', 'svgIconProps.d.ts']) write(file, read(file))
    copyFileSync(join(published, 'LICENSE'), join(folder, 'LICENSE'))

    const icons = [...new Set(findImportedNames())]
      .map((name): Icon => ({ name, id: toId(name) }))
      .filter(({ id }) => existsSync(join(source, `generated/components/${id}.js`)))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of icons) write(`components/${id}.js`, toModule(read(`generated/components/${id}.js`)))
    write(
      'components.js',
      icons.map(({ name, id }) => `export { ${name}, ${name}Icon } from './components/${id}.js'\n`).join(''),
    )
    write('components.d.ts', declareComponents(icons))
    write('iconNames.d.ts', `export type IconName =\n${icons.map(({ id }) => `  | '${id}'\n`).join('')}`)
  })
