import { ConnectorError } from '@quayside/connector-kit';
import { may } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { type Deps, getHttp } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import {
  type Attempt,
  attemptContext,
  findAttempt,
  type Outcome,
  setDelivered,
  setOutcome,
  useAttempt,
} from '../attempt-repo.ts';
import { finishConnectJob } from '../jobs/connections.ts';
import type { Store } from '../store-repo.ts';
import { addressTyped, prove, refusal } from './link-store.ts';
import { getConnector } from './open-store.ts';
import { saveStore } from './save-store.ts';

const PENDING = { state: 'pending' } as const;
type Answer = Outcome | typeof PENDING;

/** Longer than exchanging a code and verifying the store takes. */
const AT_WORK_MS = 2 * 60_000;

const isAtWork = (deps: Deps, attempt: Attempt | undefined): boolean =>
  attempt?.used_at != null && deps.clock.millis() - Date.parse(attempt.used_at) < AT_WORK_MS;

/** Display name of the store: its platform domain, else its host. */
function domainOf(deps: Deps, attempt: Attempt): string {
  if (attempt.shop !== null)
    return addressTyped(deps, getConnector(deps, attempt.platform), attempt.shop).platformDomain;
  const { host, pathname } = new URL(attempt.base_url);
  return (host + pathname).replace(/\/$/, '');
}

const scopeOf = (attempt: Attempt) => ({ accountId: attempt.account_id, workplaceId: attempt.workplace_id });

/** Exchanges the platform's response for credentials. Throws the reason for people. */
async function credentialsFrom(
  deps: Deps,
  attempt: Attempt,
  answer: { query: Record<string, string>; rawBody?: Buffer },
): Promise<Record<string, string>> {
  const connector = getConnector(deps, attempt.platform);
  if (!connector.finishAuthorize) throw notFound('AUTHORIZE_NOT_OFFERED', { platform: connector.label });
  try {
    return await connector.finishAuthorize(getHttp(deps, attempt.mode, attempt.platform), {
      ...answer,
      baseUrl: attempt.base_url,
      expectedState: attempt.state,
      appCredentials: deps.connectors.appCredentials(attempt.platform, attempt.mode) ?? {},
      now: deps.clock.millis(),
    });
  } catch (error) {
    throw refusal(error, domainOf(deps, attempt));
  }
}

/** Verifies the credentials and saves the store; the outcome is recorded with the attempt. */
async function complete(
  deps: Deps,
  attempt: Attempt,
  getCredentials: () => Promise<Record<string, string>>,
): Promise<Outcome> {
  const scope = scopeOf(attempt);
  // A new password of the owner ends earlier attempts.
  const stillBegun = async (tx: Executor): Promise<void> => {
    if (!(await findAttempt(tx, attempt.state))) throw new AppError('BAD_REQUEST', 'CONNECT_STATE_UNKNOWN');
  };
  let outcome: Outcome;
  try {
    const credentials = await getCredentials();
    const address = { baseUrl: attempt.base_url, platformDomain: domainOf(deps, attempt), mode: attempt.mode };
    outcome = {
      state: 'connected',
      storeId: await saveStore(deps, scope, await prove(deps, attempt.platform, address, credentials), stillBegun),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome = { state: 'refused', key: error.code, params: error.params };
  }
  await deps.db.tenant(scope, async (tx) => {
    await setOutcome(tx, attempt.state, outcome);
    await publish(tx, attempt.workplace_id, 'stores');
  });
  return outcome;
}

/**
 * Handles the browser's return from the platform. Only the person who started may finish, still with permission, or a
 * store could be connected to the wrong account; throws CONNECT_STATE_UNKNOWN.
 */
export async function finishInBrowser(
  deps: Deps,
  who: Pick<Who, 'account' | 'memberships'>,
  platform: Store['platform'],
  query: Record<string, string>,
): Promise<{ attempt: Attempt; answer: Answer }> {
  const state = query.state ?? query.user_id ?? '';
  const unknown = new AppError('BAD_REQUEST', 'CONNECT_STATE_UNKNOWN');
  const attempt = await deps.db.global((tx) => findAttempt(tx, state));
  if (!attempt || (attempt.person_id ?? attempt.account_id) !== who.account.id || attempt.platform !== platform)
    throw unknown;
  const place = who.memberships.find((one) => one.workplaceId === attempt.workplace_id);
  if (!place || !may(place, 'stores.connect')) throw unknown;
  if (attempt.outcome) return { attempt, answer: attempt.outcome };
  if (query.success === '0') {
    const answer: Outcome = { state: 'refused', key: 'CONNECT_DENIED' };
    await deps.db.global((tx) => setOutcome(tx, state, answer));
    return { attempt, answer };
  }
  // The keys arrive separately (POST /webhooks/wc-auth/...); the screen polls until then.
  if (query.user_id !== undefined) {
    if (Date.parse(attempt.expires_at) < deps.clock.millis() && !attempt.used_at) throw unknown;
    return { attempt, answer: PENDING };
  }
  const used = await deps.db.global((tx) => useAttempt(tx, state, platform));
  if (!used) {
    // The page was reloaded while its first call is running: the screen polls until that has ended.
    if (isAtWork(deps, await deps.db.global((tx) => findAttempt(tx, state)))) return { attempt, answer: PENDING };
    throw unknown;
  }
  return { attempt, answer: await complete(deps, used, () => credentialsFrom(deps, used, { query })) };
}

/**
 * Saves keys delivered by a store, encrypted, for a job: the store waits for our response and may not serve requests
 * meanwhile. Returns whether they were accepted.
 */
export async function takeDelivery(deps: Deps, state: string, rawBody: Buffer): Promise<boolean> {
  const attempt = await deps.db.global(async (tx) => {
    const found = await findAttempt(tx, state);
    const way = found && deps.connectors.channels[found.platform]?.connect.browser?.keysComeBy;
    return found && way === 'post' ? useAttempt(tx, state, found.platform) : undefined;
  });
  if (!attempt) return false;
  try {
    const credentials = await credentialsFrom(deps, attempt, { query: {}, rawBody });
    await deps.db.tenant(scopeOf(attempt), async (tx) => {
      await setDelivered(tx, state, deps.vault.seal(credentials, attemptContext(state)));
      await deps.queue.send(tx, finishConnectJob, { state });
    });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await deps.db.global((tx) => setOutcome(tx, state, { state: 'refused', key: error.code, params: error.params }));
    return false;
  }
}

/** Completes a delivery in a job. Retries while the store doesn't respond. */
export async function finishDelivered(deps: Deps, state: string, isLastTry: boolean): Promise<void> {
  const attempt = await deps.db.global((tx) => findAttempt(tx, state));
  if (!attempt?.delivered || attempt.outcome) return;
  const credentials = deps.vault.open<Record<string, string>>(attempt.delivered, attemptContext(state));
  if (!isLastTry) {
    const connector = getConnector(deps, attempt.platform);
    const ctx = {
      http: getHttp(deps, attempt.mode, attempt.platform),
      clock: deps.clock,
      baseUrl: attempt.base_url,
      credentials,
      saveCredentials: async () => undefined,
    };
    try {
      await connector.verify(ctx);
    } catch (error) {
      if (error instanceof ConnectorError && (error.kind === 'temporary' || error.kind === 'unknown')) throw error;
    }
  }
  await complete(deps, attempt, async () => credentials);
}
