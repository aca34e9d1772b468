import { useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { viewHref } from '#client/lib/address/view-address.ts'
import { useViews } from './views-api.ts'

export const useDefaultView = (page: string): void => {
  const views = useViews()
  const isLooked = useRef(false)
  useEffect(() => {
    if (isLooked.current || views === undefined) return
    isLooked.current = true
    const view = views.find((each) => each.page === page && each.isDefault)
    if (view !== undefined && location.search === '') navigate(viewHref(view), { replace: true })
  }, [views, page])
}
