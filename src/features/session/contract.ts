import Type from 'typebox'
import { ROLES } from '../../core/access.ts'
import { Done, defineEndpoint, Id, idParams, nullable, strict } from '../../core/contract.ts'
import { PASSWORD_MAX } from './limits.ts'

/** The session info of the specification's section 3, and the two names the shell shows. */
const Info = Type.Object({
  accessId: Id,
  accessKey: Type.String(),
  accessTicket: Type.String(),
  accessRoles: Type.Enum(ROLES),
  accessState: nullable(Type.String()),
  clientIp: Type.String(),
  create_time: Type.String(),
  expiresIn: Type.Integer(),
  displayName: Type.String(),
  organisation: nullable(Type.String()),
  /** The role is asked for a second factor and the account has none: only setting one up is open. */
  lacksFactor: Type.Boolean(),
})

/** What is typed into a password field; the rules for a new one are the verb's, which names every unmet one. */
const Password = Type.String({ maxLength: PASSWORD_MAX })

/** A code of an authenticator, or a recovery code. */
const Code = Type.String({ maxLength: 40 })

/** Empty and missing names and passwords are answered by the verb, in the specification's words. */
export const login = defineEndpoint({
  method: 'POST',
  path: '/api/user/login',
  permission: 'public',
  ownTransaction: true,
  body: strict({
    username: Type.Optional(Type.String({ maxLength: 200 })),
    password: Type.Optional(Password),
    remember: Type.Optional(Type.Boolean()),
    /** Six digits or a recovery code, for accounts with a second factor; the refusal CODE_NEEDED asks for it. */
    code: Type.Optional(Code),
  }),
  reply: Info,
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/user/logout',
  permission: 'self.use',
  beforeFactor: true,
  reply: Done,
})

export const info = defineEndpoint({
  method: 'POST',
  path: '/api/user/info',
  permission: 'self.use',
  beforeFactor: true,
  reads: true,
  reply: Info,
})

const meta = Type.Object({
  locale: Type.String(),
  requiresAuth: Type.Boolean(),
  icon: Type.Optional(Type.String()),
  order: Type.Integer(),
  hideInMenu: Type.Boolean(),
  section: Type.Optional(Type.String()),
  names: Type.Optional(Type.Object({ 'zh-CN': Type.String(), 'en-US': Type.String() })),
})
const MenuItem = Type.Object({ path: Type.String(), name: Type.String(), meta })

/** The server's menu: every page the session may open, hidden ones included. */
export const menu = defineEndpoint({
  method: 'POST',
  path: '/api/user/menu',
  permission: 'self.use',
  reads: true,
  reply: Type.Array(
    Type.Object({ path: Type.String(), name: Type.String(), meta, children: Type.Optional(Type.Array(MenuItem)) }),
  ),
})

export const sessionList = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions',
  permission: 'self.use',
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        ip: nullable(Type.String()),
        userAgent: nullable(Type.String()),
        createdAt: Type.String(),
        lastSeenAt: Type.String(),
        expiresAt: Type.String(),
        isCurrent: Type.Boolean(),
      }),
    ),
  }),
})

export const sessionRevoke = defineEndpoint({
  method: 'POST',
  path: '/api/user/sessions/:id/revoke',
  permission: 'self.use',
  params: idParams,
  reply: Done,
})

/** Changes one's own password and ends all other sessions. */
export const passwordChange = defineEndpoint({
  method: 'POST',
  path: '/api/user/password',
  permission: 'self.use',
  ownTransaction: true,
  body: strict({ currentPassword: Password, newPassword: Password }),
  reply: Type.Object({ endedSessions: Type.Integer() }),
})

/** Sets a password by a one-time link. A link that was used, replaced, has expired or never was answers 410. */
export const passwordByLink = defineEndpoint({
  method: 'POST',
  path: '/api/user/password-link',
  permission: 'public',
  ownTransaction: true,
  body: strict({ token: Type.String({ minLength: 1, maxLength: 100 }), password: Password }),
  reply: Type.Object({ accessKey: Type.String() }),
})

/** Attempts to sign in on one page. */
export const SIGN_INS_EACH = 20
/** One's own attempts to sign in, the newest first; `before` goes on after a page. */
export const signInList = defineEndpoint({
  method: 'GET',
  path: '/api/user/sign-ins',
  permission: 'self.use',
  query: strict({ before: Type.Optional(Id) }),
  reply: Type.Object({
    /** For `before`; null on the last page. */
    next: nullable(Id),
    list: Type.Array(
      Type.Object({
        id: Id,
        at: Type.String(),
        ip: nullable(Type.String()),
        userAgent: nullable(Type.String()),
        result: Type.Enum(['ok', 'refused', 'throttled']),
      }),
    ),
  }),
})

/** Phone and e-mail, masked. */
const Contact = Type.Object({ phone: nullable(Type.String()), email: nullable(Type.String()) })

export const contactInfo = defineEndpoint({
  method: 'GET',
  path: '/api/user/contact',
  permission: 'self.use',
  reply: Contact,
})

/** Changes one's own phone or e-mail; the password is asked for again. An empty text takes it away. */
export const contactChange = defineEndpoint({
  method: 'POST',
  path: '/api/user/contact',
  permission: 'self.use',
  ownTransaction: true,
  body: strict({
    currentPassword: Password,
    phone: Type.Optional(Type.String({ maxLength: 300 })),
    email: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  reply: Contact,
})

/** Whether one's own sign-in asks for a code, and how many recovery codes are left. */
export const factorInfo = defineEndpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  permission: 'self.use',
  beforeFactor: true,
  reply: Type.Object({ isOn: Type.Boolean(), since: nullable(Type.String()), recoveryLeft: Type.Integer() }),
})

/** Begins to set up a second factor. The answer's secret is for the authenticator; nothing changes until it is confirmed. */
export const factorBegin = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/begin',
  permission: 'self.use',
  beforeFactor: true,
  ownTransaction: true,
  body: strict({ currentPassword: Password }),
  reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
})

/** Turns the second factor on by its first code. The recovery codes stand in this answer only. */
export const factorConfirm = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/confirm',
  permission: 'self.use',
  beforeFactor: true,
  ownTransaction: true,
  body: strict({ code: Code }),
  reply: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
})

export const factorOff = defineEndpoint({
  method: 'POST',
  path: '/api/user/second-factor/off',
  permission: 'self.use',
  ownTransaction: true,
  body: strict({ currentPassword: Password, code: Code }),
  reply: Done,
})
