interface Credentials {
  readonly username: string | undefined
  readonly password: string | undefined
}

/** Fills `$(username)` and `$(password)` URL-encoded. `connectionReader` has filled the other placeholders. */
export const fillCredentials = (address: string, credentials: Credentials): string =>
  address.replaceAll(/\$\((username|password)\)/g, (_placeholder, name: keyof Credentials) =>
    encodeURIComponent(credentials[name] ?? ''),
  )
