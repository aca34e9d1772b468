import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'

const reload = () => window.location.reload()

export function ProviderDown() {
  return (
    <PlainPage title="The sign-in provider cannot be reached">
      <p>
        Whether you are signed in cannot be found out now. Nothing was signed out, and nothing that you typed is lost.
      </p>
      <div className="plain-page-actions">
        <Button look="primary" onClick={reload}>
          Try again
        </Button>
      </div>
    </PlainPage>
  )
}
