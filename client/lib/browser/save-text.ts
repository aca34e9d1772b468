import { saveFile } from './save-file.ts'

export const saveText = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'text/plain' }))
