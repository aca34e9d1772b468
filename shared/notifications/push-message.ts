/** What a push says, as the service worker of the pages reads it. Links are paths of the console that the browser subscribed at. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** Where it leads. */
  readonly link: string
  /** Where it is acknowledged or silenced, and what that is called. */
  readonly act?: { readonly title: string; readonly link: string } | undefined
  /** A later one with the same takes its place. */
  readonly tag: string
}

/** A subscription as browsers write it. */
interface WrittenSubscription {
  readonly endpoint?: string | undefined
  readonly keys?: Readonly<Record<string, string>> | undefined
}

/** What the console keeps of a browser's subscription; empty where the browser left it out. */
export const toStoredSubscription = ({
  endpoint = '',
  keys: { p256dh = '', auth = '' } = {},
}: WrittenSubscription) => ({
  endpoint,
  p256dh,
  auth,
})
