import type { Permission, Standing } from '@quayside/contracts';
import type { Scope, StoreScope, WorkplaceScope } from '../db/index.ts';

/** A signed-in person, as handlers see them. */
export interface Account {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isOperator: boolean;
  isDemo: boolean;
  /** The email was verified. */
  isProven: boolean;
}

/** A person's name as others see it; without one, their email. */
export const personName = ({ firstName, lastName, email }: Pick<Account, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email;

/** A person's membership in one workplace. */
export interface Membership extends Standing {
  workplaceId: string;
  /** Account whose plan and wallet pay in this workplace. */
  ownerId: string;
}

/** The caller with the workplace and store of the request; every id is checked to belong to the caller. */
export interface Who extends Standing {
  account: Account;
  /**
   * The caller's view of the workplace. `accountId` is the owner's, because the owner's wallet pays; the person's own
   * data (flags, sessions, memberships) is read under `own` with `who.account.id`.
   */
  scope: WorkplaceScope & StoreScope;
  own: Scope;
  /** Set on workplace calls. */
  workplaceId: string;
  /** The person's workplaces, owned ones first. */
  memberships: readonly Membership[];
  /** Set for an API token; absent for a person. */
  apiToken?: { id: string; name: string };
  scopes?: readonly Permission[];
  /** Stores of the workplace, including disconnected ones. */
  stores: ReadonlySet<string>;
  /** The store-id header, checked to belong to the workplace. */
  storeId?: string;
  locale: string;
  timeZone: string;
  ip: string;
  userAgent: string;
  app?: string;
  isHere?: boolean;
  /** Hash of this session's token. */
  tokenHash: Buffer;
}

/** What a public call knows of its caller. */
export interface Visitor {
  locale: string;
  timeZone: string;
  ip: string;
  userAgent: string;
  /** The calling app, if it identifies itself: the researcher app is AH. */
  app?: string;
  /** The request comes from this machine, according to its headers. */
  isHere?: boolean;
  /** The signed-in caller, on public calls that ask for it. */
  signedIn?: Who;
}
