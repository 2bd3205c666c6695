import { type ChannelConnector, ConnectorError, keyFields } from '@quayside/connector-kit';
import { AppError, invalidField } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { toProblem } from '../rules/connector-problem.ts';
import { credentialFaults } from '../rules/credential-fields.ts';
import type { Store } from '../store-repo.ts';
import { proveKeys } from './ask-store.ts';
import { trialContext } from './context.ts';
import { getConnector } from './open-store.ts';
import { type Proven, saveStore } from './save-store.ts';

/** Normalizes a store URL. Throws STORE_ADDRESS_INVALID for the field. */
export function addressTyped(
  deps: Deps,
  connector: ChannelConnector,
  typed: string,
): { baseUrl: string; platformDomain: string; mode: Mode } {
  try {
    const address = connector.normalizeAddress(typed);
    const sandboxUrl = deps.connectors.sandboxStore(connector.id, address.platformDomain);
    if (sandboxUrl) return { ...address, baseUrl: sandboxUrl, mode: 'sandbox' };
    if (!deps.connectors.isSandboxUrl(address.baseUrl)) return { ...address, mode: 'live' };
    // Only shops of the sandbox can be connected, not its other parts, such as its controls.
    if (!deps.connectors.isSandboxShop(connector.id, address.baseUrl))
      throw invalidField('shop', 'STORE_ADDRESS_INVALID');
    return { ...address, mode: 'sandbox' };
  } catch (error) {
    if (error instanceof ConnectorError) throw invalidField('shop', 'STORE_ADDRESS_INVALID');
    throw error;
  }
}

/** Converts the other side's refusal into an error for the person connecting it. */
export function refusal(error: unknown, name: string): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const { key, params, status } = toProblem(error, name);
  return new AppError(status, key, { params, cause: error });
}

/** Verifies a store with these credentials. Throws the reason for people. */
export async function prove(
  deps: Deps,
  platform: Store['platform'],
  address: { baseUrl: string; platformDomain: string; mode: Mode },
  credentials: Record<string, string>,
): Promise<Proven> {
  const connector = getConnector(deps, platform);
  const { ctx, current } = trialContext(deps, {
    id: platform,
    mode: address.mode,
    baseUrl: address.baseUrl,
    credentials,
    lends: false,
  });
  try {
    const facts = await proveKeys(connector, ctx);
    const { mode } = address;
    // Stores the final URL after redirects, which may lead neither from a real store into the sandbox nor out of it.
    const baseUrl = facts.baseUrl ?? address.baseUrl;
    if (facts.baseUrl && deps.connectors.isSandboxUrl(baseUrl) !== (mode === 'sandbox'))
      throw invalidField('shop', 'STORE_ADDRESS_INVALID');
    return { platform, platformDomain: facts.platformDomain, baseUrl, mode, facts, credentials: current() };
  } catch (error) {
    throw refusal(error, address.platformDomain);
  }
}

/** Connects a store with API keys; returns its id. */
export async function linkStore(
  deps: Deps,
  scope: Scope,
  input: { platform: Store['platform']; shop: string; credentials: Record<string, string> },
): Promise<string> {
  const connector = getConnector(deps, input.platform);
  const fields = credentialFaults(keyFields(connector), input.credentials);
  if (Object.keys(fields).length > 0) throw new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields });
  const address = addressTyped(deps, connector, input.shop);
  return saveStore(deps, scope, await prove(deps, input.platform, address, input.credentials));
}
