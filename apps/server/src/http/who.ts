import type { Permission, Standing } from '@quayside/contracts';
import type { Scope, Sight, WorkplaceScope } from '../db/index.ts';

/** A signed-in person, as every handler sees one. */
export interface Account {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isOperator: boolean;
  isDemo: boolean;
  /** The e-mail was proven to be his. */
  isProven: boolean;
}

/** A person's place in one workplace. */
export interface Membership extends Standing {
  workplaceId: string;
  /** The account whose plan and wallet pay in this workplace. */
  ownerId: string;
}

/** Who asks, and for which workplace and store; every id is checked to be the caller's own. */
export interface Who extends Standing {
  account: Account;
  /**
   * The workplace as the caller may see it. `accountId` is the owner's: money moves in his wallet, whoever spends it.
   * `who.account.id` is the person; what is his alone (flags, sessions, his memberships) is read under `own`.
   */
  scope: WorkplaceScope & Sight;
  own: Scope;
  /** Set on calls of access workplace. */
  workplaceId: string;
  /** Every workplace the person is a member of, his own first. */
  memberships: readonly Membership[];
  /** Set for a token for scripts; absent for a person at a screen. */
  apiToken?: { id: string; name: string };
  scopes?: readonly Permission[];
  /** Stores of the workplace, disconnected ones included. */
  stores: ReadonlySet<string>;
  /** The store-id header, checked to belong to the workplace. */
  storeId?: string;
  locale: string;
  timeZone: string;
  ip: string;
  userAgent: string;
  app?: string;
  isHere?: boolean;
  /** Hash of the token of this session. */
  tokenHash: Buffer;
}

/** What a public call knows of its caller. */
export interface Visitor {
  locale: string;
  timeZone: string;
  ip: string;
  userAgent: string;
  /** The app that asks, where it says so: the researcher app is AH. */
  app?: string;
  /** The request was made on this machine, as far as its headers tell. */
  isHere?: boolean;
  /** Who is signed in, on the public calls that want to know. */
  signedIn?: Who;
}
