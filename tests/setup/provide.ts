/**
 * `npm run test:programs`: installs the programs that the tests need; run it as root for users who cannot install them.
 */
import { providePrograms } from './programs.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const missing = providePrograms(print)
for (const message of missing) print(message)
process.exit(missing.length === 0 ? 0 : 1)
