import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushedBrowser } from '#shared/notifications/push-routes.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Moment } from '#client/ui/moment.tsx'
import { addThisBrowser, browsersQuery, removeBrowser, testBrowser } from './browsers-api.ts'
import { pushSupport, type PushSupport } from './push-browser.ts'

const obstacles: Readonly<Record<Exclude<PushSupport, 'ready'>, { readonly title: string; readonly advice: string }>> =
  {
    insecure: {
      title: 'This page is not served securely',
      advice: 'Browsers support push only on https pages and on localhost. Open the console at its https address.',
    },
    unsupported: {
      title: 'This browser does not support push notifications',
      advice: 'Use a current Firefox, Chrome, Edge or Safari, outside of private windows.',
    },
    blocked: {
      title: 'Notifications are blocked for this site',
      advice: 'Allow them in the browser’s site settings, next to the address bar, and reload the page.',
    },
  }

const rejectedAdvice =
  'Try again. If this keeps happening, the browser may not reach its push service: private windows, browser settings or a network without internet access can prevent it.'

function BrowserRow({ browser, isThis }: { readonly browser: PushedBrowser; readonly isThis: boolean }) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: browsersQuery.queryKey })
  const test = useMutation({
    mutationFn: testBrowser,
    onSuccess: ({ error, is_gone: isRemoved }) => {
      if (error === null) showToast('success', `Sent to ${browser.device}`)
      else showToast('error', isRemoved ? `${error} It was removed.` : error)
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: removeBrowser,
    onSuccess: () => showToast('success', `${browser.device} removed`),
    onSettled,
  })
  return (
    <li>
      <span>
        <b>{browser.device}</b>
        {isThis ? <span className="dim"> this browser</span> : null}
      </span>
      <span className="mine-browser-acts">
        <Button small busy={test.isPending} onClick={() => test.mutate(browser)}>
          Send test
        </Button>
        <Button small busy={remove.isPending} onClick={() => remove.mutate(browser)}>
          Remove
        </Button>
      </span>
      <span className="dim">
        added <Moment at={browser.added_at} />,{' '}
        {browser.reached_at === null ? (
          'nothing delivered yet'
        ) : (
          <>
            last delivery <Moment at={browser.reached_at} />
          </>
        )}
      </span>
    </li>
  )
}

function ThisBrowser({ pushKey }: { readonly pushKey: string }) {
  const client = useQueryClient()
  const {
    mutate,
    isPending,
    data: rejection = null,
  } = useMutation({
    mutationFn: () => addThisBrowser(pushKey),
    onSuccess: (reason) => {
      if (reason === null) showToast('success', 'This browser now receives push notifications')
    },
    onSettled: () => client.invalidateQueries({ queryKey: browsersQuery.queryKey }),
  })
  const support = pushSupport()
  if (support !== 'ready') {
    const { title, advice } = obstacles[support]
    return (
      <Callout tone="warn" title={title}>
        <p>{advice}</p>
      </Callout>
    )
  }
  return (
    <>
      {rejection === null ? null : (
        <Callout tone="bad" title="The browser rejected the subscription">
          <p>
            {rejection} {rejectedAdvice}
          </p>
        </Callout>
      )}
      <Button busy={isPending} onClick={() => mutate()}>
        Enable push in this browser
      </Button>
    </>
  )
}

export function OwnBrowsers() {
  const { data, error, refetch } = useQuery(browsersQuery)
  return (
    <section aria-label="Push notifications">
      <h2>Push notifications</h2>
      <p className="dim">
        Messages for me are also sent to these browsers, even while the console is closed or I am signed out there.
      </p>
      {data === undefined && error !== null ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows label="Loading your browsers" rows={2} /> : null}
      {data === undefined ? null : (
        <>
          <ul className="mine-rules">
            {data.browsers.map((browser) => (
              <BrowserRow key={browser.id} browser={browser} isThis={browser.endpoint === data.ownEndpoint} />
            ))}
          </ul>
          {data.browsers.some(({ endpoint }) => endpoint === data.ownEndpoint) ? null : (
            <ThisBrowser pushKey={data.key} />
          )}
        </>
      )}
    </section>
  )
}
