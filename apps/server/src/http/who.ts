import type { Scope } from '../db/index.ts';

/** A signed-in person, as every handler sees one. */
export interface Account {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isOperator: boolean;
  isDemo: boolean;
}

/** Who asks, and for which workplace and store; every id is checked to be the caller's own. */
export interface Who {
  account: Account;
  scope: Scope;
  /** Set on calls of access workplace. */
  workplaceId: string;
  role: string;
  /** The store-id header, checked to belong to the workplace. */
  storeId?: string;
  locale: string;
  timeZone: string;
  ip: string;
  userAgent: string;
  /** Hash of the token of this session. */
  tokenHash: Buffer;
}

/** What a public call knows of its caller. */
export interface Visitor {
  locale: string;
  timeZone: string;
  ip: string;
  userAgent: string;
}
