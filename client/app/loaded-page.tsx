import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

export const LoadingContext = createContext<ReactNode>(null)

interface PageProps {
  readonly params: Readonly<Record<string, string | undefined>>
}

export type LoadedPage<Props extends object = PageProps> = ComponentType<Props> & {
  readonly preload: () => Promise<unknown>
}

/** After a `Suspense` fallback React would delay the page by 300 ms. A failed load ends in the nearest boundary. */
export const loaded = <Props extends object>(load: () => Promise<ComponentType<Props>>): LoadedPage<Props> => {
  let page: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const preload = () => {
    loading ??= load().then(
      (one) => (page = one),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Loaded(props: Props) {
    const [shown, setShown] = useState<{ readonly page?: ComponentType<Props> | undefined; readonly error?: unknown }>({
      page,
    })
    const waiting = useContext(LoadingContext)
    const isWaiting = shown.page === undefined
    useEffect(() => {
      if (!isWaiting) return undefined
      let isHere = true
      const show = (next: typeof shown) => {
        if (isHere) setShown(next)
      }
      preload().then(
        (one) => show({ page: one }),
        (error: unknown) => show({ error }),
      )
      return () => {
        isHere = false
      }
    }, [isWaiting])
    if ('error' in shown) throw shown.error
    return shown.page === undefined ? waiting : createElement(shown.page, props)
  }
  return Object.assign(Loaded, { preload })
}
