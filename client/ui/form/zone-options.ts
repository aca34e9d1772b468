export const zoneOptions = (): readonly { readonly value: string; readonly label: string }[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }))
