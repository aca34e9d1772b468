import { useToasts } from '#client/ui/feedback/toast-store.ts'

export const toastMessages = () => useToasts.getState().toasts.map(({ message }) => message)
