import { CONNECTIONS } from './connections.ts';
import { CONNECTORS } from './connectors.ts';
import { DATABASE } from './database.ts';
import { DRILL } from './drill.ts';
import { EFFECTS } from './effects.ts';
import type { Fault } from './fault.ts';
import { ORDERS } from './orders.ts';
import { PURCHASING } from './purchasing.ts';
import { PUSH } from './push.ts';
import { WALLET } from './wallet.ts';

/** The planted faults, in parts of at most 30 minutes on two cores. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  effects: EFFECTS,
  wallet: WALLET,
  purchasing: PURCHASING,
  orders: ORDERS,
  connections: CONNECTIONS,
  push: PUSH,
  database: DATABASE,
  connectors: CONNECTORS,
  drill: DRILL,
};
