import { routes } from '#client/lib/address/routes.ts'
import { loaded, type LoadedPage } from './loaded-page.tsx'

interface EntryPage {
  readonly path: string
  readonly page: LoadedPage<object>
}

export const entryPages: readonly EntryPage[] = [
  {
    path: routes.login,
    page: loaded(async () => (await import('#client/features/identity/login-page.tsx')).LoginPage),
  },
  {
    path: routes.registration,
    page: loaded(async () => (await import('#client/features/identity/registration-page.tsx')).RegistrationPage),
  },
  {
    path: routes.recovery,
    page: loaded(async () => (await import('#client/features/identity/recovery-page.tsx')).RecoveryPage),
  },
  {
    path: routes.verification,
    page: loaded(async () => (await import('#client/features/identity/verification-page.tsx')).VerificationPage),
  },
  {
    path: routes.logout,
    page: loaded(async () => (await import('#client/features/identity/logout-page.tsx')).LogoutPage),
  },
]
