import { saveFile } from './save-file.ts'

/** Lets the browser save a text as a file. */
export const saveText = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'text/plain' }))
