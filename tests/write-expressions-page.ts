import { writeFile } from 'node:fs/promises'
import { expressionsPage, expressionsPagePath } from './expressions-page.ts'

await writeFile(expressionsPagePath, expressionsPage())
