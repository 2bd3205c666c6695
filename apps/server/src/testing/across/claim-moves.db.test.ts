import { REFUND_STATES } from '@quayside/contracts';
import { nextState, type Transitions } from '@quayside/kernel';
import { beforeAll, expect, test } from 'vitest';
import { withClient } from '../../db/index.ts';
import { DISPUTE_TRANSITIONS, type DisputeState, REFUND_TRANSITIONS } from '../../states/refund-request.ts';
import { testDatabase } from '../db/test-database.ts';
import { withoutTriggers } from '../db/without-triggers.ts';
import { fillTenant } from './sample-rows.ts';

const db = await testDatabase();
const tenant = { accountId: crypto.randomUUID(), workplaceId: crypto.randomUUID() };
const SEND_STATES: DisputeState[] = ['not_needed', 'requested', 'sending', 'unknown', 'sent', 'failed'];

interface Claim {
  state?: string;
  send_state?: string;
  via?: string;
}

beforeAll(() => withClient(db.superuserUrl, 'test', (client) => fillTenant(client, tenant)));

/** Puts the claim into a state without asking the triggers. */
const place = ({ state = 'pending', send_state = 'requested', via = 'supplier' }: Claim) =>
  withClient(db.superuserUrl, 'test', (client) =>
    withoutTriggers(client, () =>
      client.query(
        `update refund_request set state = $2, send_state = $3, via = $4, dispute_id = 'd1' where workplace_id = $1`,
        [tenant.workplaceId, state, send_state, via],
      ),
    ),
  );

const isCitus = db.nodeUrls.length > 1;
const move = (set: string, value: string) =>
  db.tenant(tenant, (tx) =>
    tx.raw(`update refund_request set ${set} = $2 where workplace_id = $1`, [tenant.workplaceId, value]),
  );
/** Citus passes on a worker's refusal without the name of the constraint: any refusal by a check is the expected one there. */
const constraintOf = (set: string, value: string, refused: string): Promise<string> =>
  move(set, value).then(
    () => '',
    (error: { constraint?: string; code?: string }) =>
      error.constraint ?? (isCitus && error.code === '23514' && refused ? refused : String(error)),
  );
const allows = <S extends string, M extends string>(moves: Transitions<S, M>, from: S, to: S): boolean =>
  from === to || (Object.keys(moves) as M[]).some((name) => nextState(moves, from, name) === to);

test('the database walks a claim exactly along its table', async () => {
  for (const from of REFUND_STATES)
    for (const to of REFUND_STATES) {
      await place({ state: from });
      const refused = allows(REFUND_TRANSITIONS, from, to) ? '' : 'refund_request_state_moves';
      expect(await constraintOf('state', to, refused), `${from} > ${to}`).toBe(refused);
    }
});

test('the database walks the dispute of a claim exactly along its table', async () => {
  for (const from of SEND_STATES)
    for (const to of SEND_STATES) {
      await place({ send_state: from });
      const refused = allows(DISPUTE_TRANSITIONS, from, to) ? '' : 'refund_request_send_state_moves';
      expect(await constraintOf('send_state', to, refused), `${from} > ${to}`).toBe(refused);
    }
});

test('a declined claim is sent again only while its answer is open', async () => {
  for (const state of REFUND_STATES) {
    await place({ state, send_state: 'failed' });
    const refused = state === 'pending' ? '' : 'refund_request_resend';
    expect(await constraintOf('send_state', 'requested', refused), state).toBe(refused);
  }
});

test('a claim that people send never waits for a job, and a sent one has its dispute', async () => {
  await place({ via: 'supplier', send_state: 'failed' });
  expect(await constraintOf('via', 'manual', 'refund_request_sent_by')).toBe('refund_request_sent_by');
  await place({ send_state: 'sent' });
  expect(await constraintOf('dispute_id', '', '')).toBe('');
  await expect(
    db.tenant(tenant, (tx) =>
      tx.raw('update refund_request set dispute_id = null where workplace_id = $1', [tenant.workplaceId]),
    ),
  ).rejects.toMatchObject(isCitus ? { code: '23514' } : { constraint: 'refund_request_dispute' });
});
