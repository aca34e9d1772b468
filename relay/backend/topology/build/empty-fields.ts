const textFields = [
  'namespace',
  'type',
  'icon',
  'owner',
  'externalID',
  'id',
  'lifecycle',
  'tooltip',
  'text',
  'description',
  'topologyType',
  'status',
  'statusReason',
  'configID',
]

/** Expressions may read each field of a component, also one without a value. */
export const emptyFields = { ...Object.fromEntries(textFields.map((name) => [name, ''])), labels: {}, hidden: false }
