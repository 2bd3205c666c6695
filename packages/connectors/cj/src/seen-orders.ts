import type { ConnectorContext } from '@quayside/connector-kit';
import type { RawOrder } from './raw.ts';

/** What the list and an order itself both tell. While it stays the same, only the carrier may have news. */
export interface OrderFace {
  orderStatus?: string | null;
  trackNumber?: string | null;
  paymentDate?: string | null;
}

/** How long an order that looks the same is taken to be the same: those on their way have news of the carrier, the others none. */
const GOOD_FOR_MS = { moving: 2 * 3_600_000, waiting: 6 * 3_600_000, ended: 24 * 3_600_000 } as const;
const ENDED = new Set(['DELIVERED', 'CANCELLED']);
/** Orders that ended are looked for this often; there are many, and they stay. */
const ENDED_EVERY_MS = 30 * 60_000;
/** Orders remembered of one connection; an account that has more is read more often. */
const MOST = 20_000;

interface Seen {
  faces: Map<string, { face: string; until: number }>;
  /** Read, and not yet kept by whoever asked: they count once he asks for what comes after. */
  pending: [string, { face: string; until: number }][];
  endedAt: Map<string, number>;
}

const KEY = 'cj orders';

function seenOf(memory: Map<string, unknown>): Seen {
  const known = memory.get(KEY) as Seen | undefined;
  if (known) return known;
  const fresh: Seen = { faces: new Map(), pending: [], endedAt: new Map() };
  memory.set(KEY, fresh);
  return fresh;
}

const faceOf = ({ orderStatus, trackNumber, paymentDate }: OrderFace): string =>
  JSON.stringify([orderStatus ?? '', trackNumber ?? '', Boolean(paymentDate)]);

const goodFor = ({ orderStatus }: OrderFace): number =>
  ENDED.has(orderStatus ?? '')
    ? GOOD_FOR_MS.ended
    : orderStatus === 'SHIPPED' || orderStatus === 'OTHER'
      ? GOOD_FOR_MS.moving
      : GOOD_FOR_MS.waiting;

/**
 * Which orders of a connection were told already and look the same in CJ's list: CJ tells no time of a change, a free
 * account asks once a second, and reading ninety days of orders every minute would leave it no time to buy anything.
 * Without a memory every order is read.
 */
export function seenOrders(ctx: ConnectorContext) {
  const seen = ctx.memory && seenOf(ctx.memory);
  const now = ctx.clock.millis();
  return {
    isKnown(id: string, row: OrderFace): boolean {
      const known = seen?.faces.get(id);
      return known !== undefined && known.until > now && known.face === faceOf(row);
    },
    /** Notes what was read of an order itself, not what the list said: the two may differ for a while. */
    note(id: string, read: OrderFace | RawOrder): void {
      seen?.pending.push([id, { face: faceOf(read), until: now + goodFor(read) }]);
    },
    /** Whoever asks for more has kept what he was given. */
    keep(): void {
      if (!seen) return;
      if (seen.faces.size + seen.pending.length > MOST) seen.faces.clear();
      for (const [id, face] of seen.pending) seen.faces.set(id, face);
      seen.pending = [];
    },
    /** Whoever begins anew may have lost what he was given. */
    drop(): void {
      if (seen) seen.pending = [];
    },
    /** Whether a list of orders that ended was read lately; where not, it counts as read from now on. */
    mayPassOver(status: string): boolean {
      if (!seen || !ENDED.has(status)) return false;
      const last = seen.endedAt.get(status);
      if (last !== undefined && now - last < ENDED_EVERY_MS) return true;
      seen.endedAt.set(status, now);
      return false;
    },
  };
}
