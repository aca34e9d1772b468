export const identitySchema = {
  $id: 'default',
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Person',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email', title: 'Email', maxLength: 254 },
        name: {
          type: 'object',
          properties: {
            first: { type: 'string', title: 'First Name', maxLength: 100 },
            last: { type: 'string', title: 'Last Name', maxLength: 100 },
          },
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
} as const
