import { type CredentialField, keyFields } from '@quayside/connector-kit';
import type { Deps, Mode } from '../../../deps.ts';
import { authorizeBase } from '../actions/begin-connect.ts';
import { checkPayer, getModes } from '../actions/connect-supplier.ts';
import { addressTyped } from '../actions/link-store.ts';
import { webhookBase } from '../actions/set-up-webhooks.ts';
import { problemAnswer } from '../answers.ts';
import type { Problem } from '../rules/reachability.ts';
import type { Store } from '../store-repo.ts';

/** A field of a credentials form as screens read it. */
export const fieldAnswer = (field: CredentialField) => ({
  name: field.name,
  label_key: field.labelKey,
  ...(field.helpKey ? { help_key: field.helpKey } : {}),
  type: field.type,
  required: field.required,
  ...(field.placeholder ? { placeholder: field.placeholder } : {}),
});

const way = (locale: string, reason: Problem | undefined) => ({
  available: reason === undefined,
  reason: problemAnswer(locale, reason),
});

const reasonOf = (outcome: { base: string } | { reason: Problem }): Problem | undefined =>
  'reason' in outcome ? outcome.reason : undefined;

/** The mode in which an entered URL would connect; default: the usual one here. */
function modeFor(deps: Deps, platform: Store['platform'], shop: string | undefined): Mode {
  const connector = deps.connectors.channels[platform];
  if (shop && connector) {
    try {
      return addressTyped(deps, connector, shop).mode;
    } catch {
      // Not a URL yet: still being typed.
    }
  }
  return deps.config.sandbox ? 'sandbox' : 'live';
}

/** Platforms to connect, with the available ways. */
export function listConnectablePlatforms(deps: Deps, locale: string, shop: string | undefined) {
  return Object.values(deps.connectors.channels).map((connector) => {
    const mode = modeFor(deps, connector.id, shop);
    const keys: Problem | undefined = connector.connect.keys
      ? undefined
      : { key: 'KEYS_NOT_OFFERED', params: { platform: connector.label } };
    const webhooks: Problem | undefined = connector.webhooks
      ? reasonOf(webhookBase(deps, connector, mode))
      : { key: 'WEBHOOKS_NOT_OFFERED', params: { platform: connector.label } };
    return {
      platform: connector.id,
      label: connector.label,
      keys: way(locale, keys),
      authorize: way(locale, reasonOf(authorizeBase(deps, connector.id, mode))),
      webhooks: way(locale, webhooks),
      address_placeholder: connector.addressExample,
      fields: keyFields(connector).map(fieldAnswer),
    };
  });
}

/** Suppliers to connect, in each available mode. */
export function listConnectableSuppliers(deps: Deps, locale: string) {
  return Object.values(deps.connectors.suppliers).flatMap((connector) =>
    getModes(deps, connector.id).map((mode) => ({
      supplier: connector.id,
      label: connector.label,
      mode,
      fields: keyFields(connector).map(fieldAnswer),
      wallet: way(locale, checkPayer(deps, connector.id, mode, 'wallet')),
      own_account: way(locale, checkPayer(deps, connector.id, mode, 'own-account')),
    })),
  );
}
