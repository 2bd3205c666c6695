import { accounts } from './accounts.ts';
import type { Call, ClientSide } from './call.ts';
import { connections } from './connections.ts';
import { live } from './live.ts';
import { products } from './products.ts';
import { reports } from './reports.ts';
import { sourcing } from './sourcing.ts';
import { wallet } from './wallet.ts';

/** Every feature's calls. A feature adds its line here and nowhere else. */
export const contracts = { accounts, connections, live, products, reports, sourcing, wallet };

type Contracts = typeof contracts;
type Member<T> = T[keyof T];
type AnyCall = { [F in keyof Contracts]: Member<Contracts[F]> }[keyof Contracts];
type Key<C> = C extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;

/** All calls by "METHOD /path", as a client sees them. */
export type CallMap = { [C in AnyCall as Key<C>]: C extends Call ? ClientSide<C> : never };

export * from './accounts.ts';
export * from './call.ts';
export * from './connections.ts';
export * from './live.ts';
export * from './products.ts';
export * from './reports.ts';
export * from './shapes.ts';
export * from './sourcing.ts';
export * from './split.ts';
export * from './wallet.ts';
