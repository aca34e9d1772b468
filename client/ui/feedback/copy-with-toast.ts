import { showToast } from './toast-store.ts'

export const copyWithToast = async (text: string): Promise<void> => {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) {
    showToast('error', 'Clipboard not available')
    return
  }
  try {
    await clipboard.writeText(text)
    showToast('success', 'Copied to clipboard')
  } catch {
    showToast('error', 'Failed to copy to clipboard')
  }
}
