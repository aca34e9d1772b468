/** `npm run test:programs`: the programs that the tests run, for a person who may not install any, by one who may. */
import { providePrograms } from './programs.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const missing = providePrograms(print)
for (const message of missing) print(message)
process.exit(missing.length === 0 ? 0 : 1)
