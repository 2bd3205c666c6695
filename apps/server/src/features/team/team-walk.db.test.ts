import { type Call, contracts, may, ROLES, type Role } from '@quayside/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '../../db/index.ts';
import { SESSION_CHANNEL } from '../../http/session.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';

/** Every role against every call: what the table refuses is refused at the call, and what it allows is not. */

const app = await startTestApp();
afterAll(() => app.stop());

const calls: Call[] = Object.values(contracts).flatMap((feature) => Object.values(feature) as Call[]);
const guarded = calls.filter((call) => call.needs !== undefined);
const STRANGE_ID = '018f0000-0000-7000-8000-00000000dead';

const samples = (call: Call): Record<string, { enum?: unknown[] }> =>
  call.params
    ? ((z.toJSONSchema(call.params, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<
        string,
        { enum?: unknown[] }
      >)
    : {};

const pathOf = (call: Call): string =>
  call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(samples(call)[name]?.enum?.[0] ?? STRANGE_ID));

let ada: Client;
const members = new Map<Role, Client>();

/** Somebody new in a workplace of Ada's, as an accepted invitation leaves him. */
async function join(role: Role, storeIds?: string[]): Promise<Client> {
  const person = await app.signUp();
  await app.db.tenant({ accountId: person.accountId, workplaceId: ada.workplaceId }, async (tx) => {
    await tx.run(sql`insert into member (account_id, workplace_id, role, owner_id, store_ids)
      values (${person.accountId}, ${ada.workplaceId}, ${role}, ${ada.accountId}, ${storeIds ?? null}::uuid[])`);
    await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${person.accountId})`);
  });
  return createClient(app.url, person.token, person.accountId, ada.workplaceId);
}

beforeAll(async () => {
  ada = await app.signUp();
  members.set('owner', ada);
  for (const role of ROLES.filter((one) => one !== 'owner')) members.set(role, await join(role));
});

/** The answer's code; a stream is closed as soon as it begins. */
async function codeOf(client: Client, call: Call): Promise<string> {
  const response = await fetch(`${app.url}/api${pathOf(call)}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${client.token}`,
      'workplace-id': ada.workplaceId,
      ...(call.body ? { 'content-type': 'application/json' } : {}),
    },
    // Never valid: what is allowed gets as far as its input and changes nothing.
    ...(call.body ? { body: '{"no_such_field":1}' } : {}),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return 'OK';
  }
  return ((await response.json()) as { code: string }).code;
}

describe.each(ROLES)('%s', (role) => {
  it('is refused at each call what the table refuses, and nothing else', async () => {
    const client = members.get(role);
    if (!client) throw new Error(`nobody is a ${role}`);
    const wrong: string[] = [];
    for (const call of guarded) {
      const code = await codeOf(client, call);
      const allowed = call.needs !== undefined && may({ role }, call.needs);
      if ((code !== 'ROLE_MAY_NOT') !== allowed || code === 'SERVER_ERROR')
        wrong.push(`${call.method} ${call.path}: ${code}, ${allowed ? 'allowed' : 'not allowed'} by ${call.needs}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a refusal', () => {
  it('names the role and who can do it instead', async () => {
    const rename = (person: Client, first: string) =>
      app.db.global((tx) =>
        tx.run(sql`update account set first_name = ${first}, last_name = 'Lee' where account_id = ${person.accountId}`),
      );
    const [boss, viewer] = [members.get('manager') as Client, members.get('viewer') as Client];
    const partial = await join('manager', [STRANGE_ID]);
    await rename(ada, 'Olive');
    await rename(boss, 'Mona');
    await rename(partial, 'Paul');
    const there = { 'workplace-id': ada.workplaceId };
    const refused = await viewer.call('GET /team', {}, there);
    expect(refused).toMatchObject({ http: 403, code: 'ROLE_MAY_NOT' });
    expect(refused.message).toBe('Your role (Viewer) doesn’t allow this. Ask Olive Lee or Mona Lee.');
    // Only the owner may, and only the owner is named.
    const tokens = await boss.call('GET /api-tokens', {}, there);
    expect(tokens.message).toBe('Your role (Manager) doesn’t allow this. Ask Olive Lee.');
    expect((await partial.call('GET /team', {}, there)).message).toMatch(/Ask Olive Lee or Mona Lee\.$/);
    const german = await viewer.call('GET /team', {}, { ...there, locale: 'de' });
    expect(german.message).toBe('Deine Rolle (Betrachter) erlaubt das nicht. Wende dich an Olive Lee oder Mona Lee.');
    const contacts = (await viewer.call('GET /team/contacts', {}, there)).data.items;
    expect(contacts).toEqual([
      { name: 'Olive Lee', role: 'owner' },
      { name: 'Mona Lee', role: 'manager' },
    ]);
  });
});

describe('a member of somebody else’s workspace', () => {
  it('sees the owner’s wallet where he may spend it, and his own everywhere else', async () => {
    await app.db.tenant({ accountId: ada.accountId }, (tx) =>
      tx.run(sql`insert into wallet (account_id, mode, topup) values (${ada.accountId}, 'live', 4200)`),
    );
    const buyer = members.get('buyer') as Client;
    const there = { 'workplace-id': ada.workplaceId };
    expect((await buyer.call('GET /payments/user/wallets', {}, there)).data.total.amount).toBe(4200);
    expect((await buyer.call('GET /payments/user/wallets')).data.total.amount).toBe(0);
    const viewer = members.get('viewer') as Client;
    expect(await viewer.call('GET /payments/user/wallets', {}, there)).toMatchObject({
      http: 403,
      status: 103,
      code: 'ROLE_MAY_NOT',
    });
  });

  it('lists his own workspace first and the other with his role', async () => {
    const buyer = members.get('buyer') as Client;
    const { workplaces } = (await buyer.call('GET /auth/account')).data;
    expect(workplaces.map((one) => [one.role, one.is_own])).toEqual([
      ['owner', true],
      ['buyer', false],
    ]);
    expect(workplaces[1]?.id).toBe(ada.workplaceId);
  });

  it('loses access at the next request when he is taken out, and his stream ends', async () => {
    const guest = await join('viewer');
    const there = { authorization: `Bearer ${guest.token}`, 'workplace-id': ada.workplaceId };
    const stream = await fetch(`${app.url}/api/events`, { headers: there });
    expect(stream.status).toBe(200);
    await app.db.tenant({ accountId: guest.accountId, workplaceId: ada.workplaceId }, async (tx) => {
      await tx.run(sql`delete from member where account_id = ${guest.accountId} and workplace_id = ${ada.workplaceId}`);
      await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${guest.accountId})`);
    });
    // The stream is over: reading to its end ends.
    await stream.text();
    expect(await guest.call('GET /guideline', {}, there)).toMatchObject({ http: 403, code: 'WORKPLACE_NOT_YOURS' });
  });
});
