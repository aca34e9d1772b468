import { copyText } from '#client/lib/browser/copy-text.ts'
import { showToast } from './toast-store.ts'

export const copyWithToast = async (text: string): Promise<void> => {
  const { ok, message } = await copyText(text)
  showToast(ok ? 'success' : 'error', message)
}
