import { z } from 'zod'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import { readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, FoundItem, Known } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AzureApi } from './azure-api.ts'
import type { AzureSpec } from './azure-spec.ts'
import { isSelected, type EntraSelectors, type Entry } from './entra-spec.ts'

const text = z.string().nullish()
const base = { id: z.string(), displayName: text, createdDateTime: text }
const userSchema = z.looseObject({
  ...base,
  userPrincipalName: text,
  mail: text,
  accountEnabled: z.boolean().nullish(),
  userType: text,
  jobTitle: text,
  department: text,
})
const groupSchema = z.looseObject({
  ...base,
  description: text,
  mail: text,
  mailEnabled: z.boolean().nullish(),
  securityEnabled: z.boolean().nullish(),
  groupTypes: z.array(z.string()).nullish(),
})
const memberSchema = z.looseObject({ id: z.string() })
const keySchema = z.looseObject({ keyId: text, displayName: text, endDateTime: text })
const keys = {
  passwordCredentials: z.array(keySchema).nullish(),
  keyCredentials: z.array(keySchema).nullish(),
}
const appSchema = z.looseObject({ ...base, ...keys, appId: z.string(), signInAudience: text, publisherDomain: text })
const principalSchema = z.looseObject({
  ...base,
  ...keys,
  appId: z.string(),
  accountEnabled: z.boolean().nullish(),
  servicePrincipalType: text,
  appRoleAssignmentRequired: z.boolean().nullish(),
  appRoles: z.array(z.looseObject({ id: z.string(), value: text, displayName: text })).nullish(),
  tags: z.array(z.string()).nullish(),
})
type Principal = z.infer<typeof principalSchema>
const assignmentSchema = z.looseObject({ appRoleId: text, principalId: z.string(), createdDateTime: text })

const userType = 'Azure::User'
const appType = 'Azure::EnterpriseApplication'
const groupType = 'Azure::Group'
const registrationType = 'Azure::AppRegistration'
const tenantType = 'Azure::Tenant'

type Listed = { readonly [Key in keyof typeof keys]?: z.infer<(typeof keys)[Key]> }

const toExpiration =
  (kind: 'secret' | 'certificate') =>
  ({ keyId: id, displayName: name, endDateTime: expires }: z.infer<typeof keySchema>) => ({ kind, id, name, expires })

const listExpirations = ({ passwordCredentials, keyCredentials }: Listed) => [
  ...(passwordCredentials ?? []).map(toExpiration('secret')),
  ...(keyCredentials ?? []).map(toExpiration('certificate')),
]

interface Reading {
  readonly api: AzureApi
  readonly tenant: string
}

const toItem = (config: unknown, known: Known & { readonly id: string }, { tenant }: Reading): FoundItem => ({
  kind: 'item',
  config,
  known: {
    ...known,
    source: 'Microsoft Entra ID',
    tags: { tenant },
    links: [{ kind: 'parent', to: { type: tenantType, id: tenant } }, ...(known.links ?? [])],
  },
})

const toEntry = (
  { id }: { readonly id: string },
  type: string,
  names: readonly (string | null | undefined)[],
  fields: Readonly<Record<string, string | null | undefined>> = {},
): Entry => ({
  id,
  type,
  names: names.filter((name) => name != null),
  tags: Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, value] as const])),
  ),
})

async function* readUsers(wanted: EntraSelectors, reading: Reading): AsyncGenerator<FoundItem> {
  const fields = 'id,displayName,userPrincipalName,mail,accountEnabled,userType,jobTitle,department,createdDateTime'
  for await (const user of reading.api.listDirectory('users', `users?$top=999&$select=${fields}`, userSchema)) {
    const { displayName, userPrincipalName: login, mail, userType: kind, department, accountEnabled } = user
    if (!isSelected(wanted, toEntry(user, userType, [displayName, login, mail], { userType: kind, department })))
      continue
    yield toItem(
      user,
      {
        id: user.id,
        aliases: login == null ? [] : [login],
        type: userType,
        name: displayName ?? login ?? user.id,
        configClass: 'User',
        status: accountEnabled === false ? 'disabled' : 'enabled',
        createdAt: user.createdDateTime,
      },
      reading,
    )
  }
}

async function* readGroups(wanted: EntraSelectors, reading: Reading): AsyncGenerator<FoundItem> {
  const fields = 'id,displayName,description,mail,mailEnabled,securityEnabled,groupTypes,createdDateTime'
  for await (const group of reading.api.listDirectory('groups', `groups?$top=999&$select=${fields}`, groupSchema)) {
    if (!isSelected(wanted, toEntry(group, groupType, [group.displayName, group.mail]))) continue
    const links: ItemLink[] = []
    const path = `groups/${encodeURIComponent(group.id)}/members?$top=999&$select=id`
    for await (const { id } of reading.api.listDirectory('members', path, memberSchema))
      links.push({ kind: 'related', relation: 'member', to: { id } })
    yield toItem(
      group,
      {
        id: group.id,
        type: groupType,
        name: group.displayName ?? group.id,
        description: group.description,
        configClass: 'Group',
        createdAt: group.createdDateTime,
        links,
      },
      reading,
    )
  }
}

async function* readRegistrations(wanted: EntraSelectors, reading: Reading): AsyncGenerator<FoundItem> {
  const fields =
    'id,appId,displayName,signInAudience,publisherDomain,createdDateTime,passwordCredentials,keyCredentials'
  for await (const app of reading.api.listDirectory('apps', `applications?$top=999&$select=${fields}`, appSchema)) {
    if (!isSelected(wanted, toEntry(app, registrationType, [app.displayName, app.appId]))) continue
    const { passwordCredentials: _secrets, keyCredentials: _certificates, ...config } = app
    yield toItem(
      { ...config, expirations: listExpirations(app) },
      {
        id: app.id,
        type: registrationType,
        name: app.displayName ?? app.appId,
        configClass: 'AppRegistration',
        createdAt: app.createdDateTime,
      },
      reading,
    )
  }
}

const readAssignments = async ({ id, appRoles }: Principal, { api }: Reading): Promise<ItemLink[]> => {
  const links: ItemLink[] = []
  const path = `servicePrincipals/${encodeURIComponent(id)}/appRoleAssignedTo?$top=999`
  for await (const { appRoleId, principalId } of api.listDirectory('role assignments', path, assignmentSchema)) {
    const role = appRoles?.find((each) => each.id === appRoleId)
    links.push({ kind: 'related', relation: role?.value ?? role?.displayName ?? 'assigned', to: { id: principalId } })
  }
  return links
}

async function* readApps({ enterpriseApps, appRoleAssignments }: Wanted, reading: Reading): AsyncGenerator<FoundItem> {
  const fields =
    'id,appId,displayName,accountEnabled,servicePrincipalType,appRoleAssignmentRequired,appRoles,tags,createdDateTime,passwordCredentials,keyCredentials'
  const path = `servicePrincipals?$top=999&$select=${fields}`
  for await (const app of reading.api.listDirectory('enterprise apps', path, principalSchema)) {
    const { displayName, appId, servicePrincipalType: kind } = app
    const entry = toEntry(app, appType, [displayName, appId], { servicePrincipalType: kind })
    const hasAssignments = isSelected(appRoleAssignments, entry)
    if (!hasAssignments && !isSelected(enterpriseApps, entry)) continue
    const { passwordCredentials: _secrets, keyCredentials: _certificates, ...config } = app
    yield toItem(
      { ...config, expirations: listExpirations(app) },
      {
        id: app.id,
        type: appType,
        name: displayName ?? appId,
        configClass: 'EnterpriseApplication',
        status: app.accountEnabled === false ? 'disabled' : 'enabled',
        createdAt: app.createdDateTime,
        links: hasAssignments ? await readAssignments(app, reading) : [],
      },
      reading,
    )
  }
}

type Wanted = NonNullable<AzureSpec['entra']>

export async function* readEntra(wanted: Wanted, reading: Reading): AsyncGenerator<Found> {
  const { tenant } = reading
  yield {
    kind: 'item',
    config: { id: tenant },
    known: { id: tenant, type: tenantType, name: tenant, configClass: 'Tenant', source: 'Microsoft Entra ID' },
  }
  const { users, groups, appRegistrations, enterpriseApps, appRoleAssignments } = wanted
  if (users.length > 0) yield* readPart('Users', readUsers(users, reading))
  if (groups.length > 0) yield* readPart('Groups', readGroups(groups, reading))
  if (appRegistrations.length > 0) yield* readPart('App registrations', readRegistrations(appRegistrations, reading))
  if (enterpriseApps.length + appRoleAssignments.length > 0)
    yield* readPart('Enterprise apps', readApps(wanted, reading))
}
