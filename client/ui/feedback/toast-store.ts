import { create } from 'zustand'

export type ToastKind = 'success' | 'error' | 'loading'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly message: string
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined
}

export const toastDurationMs = 5_000

let lastId = 0

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

export const dismissToast = (id: number) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

export const showToast = (
  kind: ToastKind,
  message: string,
  { action, replacing }: { readonly action?: Toast['action']; readonly replacing?: number } = {},
): number => {
  lastId += 1
  const toast: Toast = { id: lastId, kind, message, action }
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter(({ id, kind: k, message: m }) => id !== replacing && !(k === kind && m === message)),
      toast,
    ],
  }))
  return toast.id
}
