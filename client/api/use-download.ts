import { useMutation } from '@tanstack/react-query'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { requestFile } from './request.ts'

const nameIn = (headers: Headers): string | undefined =>
  /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1]

interface Download {
  /** What a plain link would ask for. */
  readonly href: string
  readonly name: string | undefined
  /** Fetches and saves the file, where a plain link would come without the token that says who asks. */
  readonly onSave: (() => void) | undefined
  readonly busy: boolean
}

/**
 * The way to a file at a path of this origin: a link, which the browser follows by itself, and in hosted mode a request with the
 * person's token. `name` is used where the answer tells none.
 */
export const useDownload = (href: string, name?: string): Download => {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { data, headers } = await requestFile(href)
      saveFile(name ?? nameIn(headers) ?? 'download', data)
    },
  })
  return { href, name, onSave: readAuthMode() === 'hosted' ? () => mutate() : undefined, busy: isPending }
}
