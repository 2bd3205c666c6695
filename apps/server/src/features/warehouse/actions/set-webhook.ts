import type { Deps } from '../../../deps.ts';
import type { Installation } from '../installation-repo.ts';
import { hookContext, putWebhook } from '../webhook-repo.ts';

/** Keeps where one account of a customer wants to hear of its orders. Repeating it changes nothing. */
export const setWebhook = (
  deps: Pick<Deps, 'db' | 'vault'>,
  customer: Installation,
  wish: { account: string; address: string; secret: string },
): Promise<void> =>
  deps.db.global((tx) =>
    putWebhook(tx, {
      installation_id: customer.installation_id,
      account: wish.account,
      address: wish.address,
      secret: deps.vault.seal(wish.secret, hookContext(customer.installation_id, wish.account)),
    }),
  );
