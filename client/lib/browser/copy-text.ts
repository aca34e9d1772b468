interface Copied {
  readonly ok: boolean
  readonly message: string
}

export const copyText = async (text: string): Promise<Copied> => {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) return { ok: false, message: 'Clipboard not available' }
  try {
    await clipboard.writeText(text)
    return { ok: true, message: 'Copied to clipboard' }
  } catch {
    return { ok: false, message: 'Failed to copy to clipboard' }
  }
}
