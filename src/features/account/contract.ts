import Type, { type Static } from 'typebox'
import { ROLES } from '../../core/access.ts'
import { defineEndpoint, Id, nullable, strict, Version } from '../../core/contract.ts'

/** As in the region table, which the page does not load for it. */
export const OVERSEAS_CODE = '900000'
export const MAX_NAME = 40
export const MAX_ADDRESS = 200
export const MAX_PROFILE = 200

const Profile = Type.Object({
  accessId: Id,
  accessKey: Type.String(),
  displayName: Type.String(),
  role: Type.Enum(ROLES),
  organisation: nullable(Type.String()),
  /** Whether the organisation is certified; null of staff, who need not be. */
  isCertified: nullable(Type.Boolean()),
  /** Masked, as everywhere. */
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  /** Six digits of the region table; 900000 is overseas. */
  regionCode: nullable(Type.String()),
  /** The names to the code, the province first. */
  region: Type.Array(Type.String()),
  address: nullable(Type.String()),
  profile: nullable(Type.String()),
  createdAt: Type.String(),
  lastLoginAt: nullable(Type.String()),
  version: Type.Integer(),
})
export type Profile = Static<typeof Profile>

/** Oneself. */
export const profileInfo = defineEndpoint({
  method: 'GET',
  path: '/api/account/profile',
  permission: 'self.use',
  reply: Profile,
})

const Given = (maxLength: number) => Type.String({ maxLength })

/** Changes what one says about oneself. Throws NAME_EMPTY, REGION_UNKNOWN, and STALE for an old version. */
export const profileChange = defineEndpoint({
  method: 'PUT',
  path: '/api/account/profile',
  permission: 'self.use',
  body: strict({
    displayName: Given(MAX_NAME),
    regionCode: nullable(Type.String({ pattern: '^\\d{6}$' })),
    address: Given(MAX_ADDRESS),
    profile: Given(MAX_PROFILE),
    version: Version,
  }),
  reply: Profile,
})

export const PROJECT_KINDS = ['collection', 'claim', 'campaign'] as const

/** Everything the user centre shows beside the profile, in one answer. */
export const centre = defineEndpoint({
  method: 'GET',
  path: '/api/account/centre',
  permission: 'self.use',
  reply: Type.Object({
    numbers: Type.Object({
      /** Own changes and sign-ins of the last 30 days. */
      changes: Type.Integer(),
      signIns: Type.Integer(),
      openTodos: Type.Integer(),
      unread: Type.Integer(),
    }),
    /** One's own last changes, the newest first. */
    activity: Type.Array(Type.Object({ id: Id, at: Type.String(), action: Type.String(), entityId: Type.String() })),
    messages: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        content: Type.String(),
        at: Type.String(),
        isUnread: Type.Boolean(),
        link: nullable(Type.String()),
      }),
    ),
    /** A leader's partners; for others the colleagues of the same role and organisation. */
    team: Type.Object({
      kind: Type.Enum(['partners', 'people']),
      count: Type.Integer(),
      list: Type.Array(Type.Object({ id: Id, name: Type.String(), people: nullable(Type.Integer()) })),
    }),
    /** What the role works on: collections, claimed places, or campaigns that came in. Null where it has none of these. */
    projects: nullable(
      Type.Object({
        kind: Type.Enum(PROJECT_KINDS),
        list: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            /** The row's own state; a campaign has none. */
            state: nullable(Type.String()),
            count: nullable(Type.Integer()),
            at: Type.String(),
          }),
        ),
      }),
    ),
  }),
})
