import { Button } from '#client/ui/button.tsx'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'

const reload = () => window.location.reload()

export function ProviderDown() {
  return (
    <PlainPage title="The sign-in provider cannot be reached">
      <p>Your sign-in cannot be checked now. You were not signed out, and your input is not lost.</p>
      <div className="plain-page-actions">
        <Button look="primary" onClick={reload}>
          Try again
        </Button>
      </div>
    </PlainPage>
  )
}
