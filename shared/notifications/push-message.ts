export interface PushMessage {
  readonly title: string
  readonly body: string
  readonly link: string
  readonly act?: { readonly title: string; readonly link: string } | undefined
  readonly tag: string
}

interface WrittenSubscription {
  readonly endpoint?: string | undefined
  readonly keys?: Readonly<Record<string, string>> | undefined
}

export const toStoredSubscription = ({
  endpoint = '',
  keys: { p256dh = '', auth = '' } = {},
}: WrittenSubscription) => ({
  endpoint,
  p256dh,
  auth,
})
