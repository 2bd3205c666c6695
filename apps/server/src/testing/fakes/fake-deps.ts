import type {
  ChannelConnector,
  HttpClient,
  PaymentConnector,
  SupplierConnector,
  TrackingConnector,
} from '@quayside/connector-kit';
import { type Clock, newId } from '@quayside/kernel';
import { readConfig } from '../../config.ts';
import { type Db, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { byId } from '../../installed/index.ts';
import { silentLog } from '../../log.ts';
import { guardConnectors } from '../../sending/index.ts';
import { createVault } from '../../vault/vault.ts';
import { type JobTable, jobTable } from './job-table.ts';

export interface FakeClock extends Clock {
  pass(ms: number): void;
}

/** A clock that starts at the real time and moves only when told. */
export function fakeClock(start = Date.now()): FakeClock {
  let now = start;
  return {
    millis: () => now,
    now: () => new Date(now).toISOString(),
    pass(ms) {
      now += ms;
    },
  };
}

const noNetwork: HttpClient = {
  send: ({ url }) => Promise.reject(new Error(`a test without a network asked for ${url}`)),
};

export const SANDBOX_URL = 'http://127.0.0.1:9';

export interface FakeWorld {
  deps: Deps;
  jobs: JobTable;
  clock: FakeClock;
  /** An account with one workplace. */
  person(): Promise<WorkplaceScope>;
}

/** What a feature needs, with a real database, jobs that run when told, and the given connectors. */
export async function fakeWorld(
  db: Db,
  connectors: {
    channels?: ChannelConnector[];
    suppliers?: SupplierConnector[];
    payments?: PaymentConnector[];
    trackers?: TrackingConnector[];
    env?: Record<string, string>;
  } = {},
): Promise<FakeWorld> {
  const jobs = await jobTable(db);
  const clock = fakeClock();
  const installed = {
    channels: byId(connectors.channels ?? []),
    suppliers: byId(connectors.suppliers ?? []),
    payments: byId(connectors.payments ?? []),
    trackers: byId(connectors.trackers ?? []),
  };
  const deps: Deps = {
    config: readConfig({ QUAYSIDE_SANDBOX: 'on', QUAYSIDE_LOG: 'silent', ...connectors.env }, [], '/tmp'),
    db,
    queue: jobs.queue,
    clock,
    http: noNetwork,
    vault: createVault(['a secret that only tests have, 32+ long']),
    connectors: {
      ...guardConnectors(installed),
      sandboxUrl: SANDBOX_URL,
      baseUrl: (id, mode) => (mode === 'sandbox' ? `${SANDBOX_URL}/${id}` : `https://${id}.example.com`),
      sandboxStore: () => undefined,
      isServedHere: () => false,
      isSandboxUrl: (url) => url.startsWith(`${SANDBOX_URL}/`),
      isSandboxShop: (_platform, url) => url.startsWith(`${SANDBOX_URL}/`),
      appCredentials: (id) => ({ key: `our key at ${id}` }),
    },
    social: {},
    log: silentLog,
  };
  return {
    deps,
    jobs,
    clock,
    async person() {
      const scope = { accountId: newId(), workplaceId: newId() };
      await db.tenant(scope, async (tx) => {
        await tx.run(
          sql`insert into account (account_id, email) values (${scope.accountId}, ${`${scope.accountId}@example.com`})`,
        );
        await tx.run(
          sql`insert into workplace (workplace_id, account_id, name) values (${scope.workplaceId}, ${scope.accountId}, 'Test')`,
        );
        await tx.run(
          sql`insert into member (account_id, workplace_id, role) values (${scope.accountId}, ${scope.workplaceId}, 'owner')`,
        );
      });
      return scope;
    },
  };
}
