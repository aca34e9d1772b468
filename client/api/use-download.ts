import { useMutation } from '@tanstack/react-query'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { requestFile } from './request.ts'

const nameIn = (headers: Headers): string | undefined =>
  /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1]

interface Download {
  readonly href: string
  readonly name: string | undefined
  readonly onSave: (() => void) | undefined
  readonly busy: boolean
}

/** A plain link cannot carry the token that hosted mode needs. `name` is used when the response has none. */
export const useDownload = (href: string, name?: string): Download => {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { data, headers } = await requestFile(href)
      saveFile(name ?? nameIn(headers) ?? 'download', data)
    },
  })
  return { href, name, onSave: readAuthMode() === 'hosted' ? () => mutate() : undefined, busy: isPending }
}
