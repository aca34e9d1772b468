/** `npm run test:programs`: the programs that the tests run, for a person who may not install any, by one who may. */
import { providePrograms } from './programs.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const missing = providePrograms(say)
for (const sentence of missing) say(sentence)
process.exit(missing.length === 0 ? 0 : 1)
