import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'

export function CoversAll({
  sends,
  onDecide,
}: {
  readonly sends: number
  readonly onDecide: (isMeant: boolean) => void
}) {
  return (
    <Modal
      title="Silence everything?"
      size="very-small"
      onClose={() => onDecide(false)}
      foot={
        <>
          <Button onClick={() => onDecide(false)}>Go back</Button>
          <Button look="danger" onClick={() => onDecide(true)}>
            Silence everything
          </Button>
        </>
      }
    >
      <p>
        This would have suppressed {sends === 1 ? 'the only message' : `all ${formatCount(sends)} messages`} of the last
        7 days. While it is active, no notifications are sent.
      </p>
    </Modal>
  )
}
