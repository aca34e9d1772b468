/** `npm run strings [path…]`: every text for people with its file and line, to be read as a whole. */
import { readFileSync, writeSync } from 'node:fs'
import { isTestFile, listSources } from './list-sources.ts'
import { readSource } from './read-source.ts'

const paths = process.argv.slice(2)
const lines = listSources()
  .filter((file) => !isTestFile(file))
  .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
  .flatMap((file) =>
    readSource(file, readFileSync(file, 'utf8')).strings.map(({ line, text }) => `${file}:${String(line)}\t${text}\n`),
  )
writeSync(process.stdout.fd, lines.join(''))
