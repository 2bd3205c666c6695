import { AppError } from '@quayside/kernel';
import { type Executor, everyoneIn } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { packed, unpacked } from '../../../vault/packed.ts';
import { findEntry, findStore } from '../../connections/index.ts';
import { hasOrderTracking } from '../../plans/index.ts';
import type { ShopperMailPorts } from '../ports.ts';
import { isUnsubscribed, setUnsubscribed } from '../setting-repo.ts';

const CONTEXT = 'shopper-mailing';

/** Unsubscribe URL of a shopper and store: encrypted and authenticated, without the address. */
export const endUrl = ({ config, vault }: Pick<Deps, 'config' | 'vault'>, storeId: string, hash: string): string =>
  `${config.ownUrl}/parcel-mails/${packed(vault.seal([storeId, hash], CONTEXT))}`;

const unknown = () => new AppError('NOT_FOUND', 'SHOPPER_MAIL_LINK_UNKNOWN');

/** The store and shopper of a link. A store may have been transferred since. Throws SHOPPER_MAIL_LINK_UNKNOWN. */
async function readLink(deps: Deps, token: string) {
  const [storeId = '', hash = ''] = (() => {
    try {
      return deps.vault.open<string[]>(unpacked(token), CONTEXT);
    } catch {
      throw unknown();
    }
  })();
  const entry = await deps.db.global((tx) => findEntry(tx, storeId));
  if (!entry) throw unknown();
  return { storeId, hash, workplaceId: entry.workplace_id, accountId: entry.account_id };
}

type Link = Awaited<ReturnType<typeof readLink>>;

async function viewOf(ex: Executor, ports: ShopperMailPorts, { workplaceId, storeId, hash }: Link, branded: boolean) {
  const store = await findStore(ex, workplaceId, storeId);
  if (!store) throw unknown();
  const page = branded ? await ports.findPage(ex, workplaceId) : undefined;
  return {
    shop_name: page?.shop_name ?? store.store_name,
    brand: page ? { logo_url: page.logo_url, color: page.color } : null,
    mails: !(await isUnsubscribed(ex, workplaceId, storeId, hash)),
  };
}

export async function readMailing(deps: Deps, ports: ShopperMailPorts, token: string) {
  const link = await readLink(deps, token);
  const branded = await hasOrderTracking(deps, link.accountId);
  return deps.db.read(everyoneIn(link.workplaceId), (ex) => viewOf(ex, ports, link, branded));
}

/** Unsubscribes the shopper of a link from a store's emails, or subscribes them again. Idempotent. */
export async function changeMailing(deps: Deps, ports: ShopperMailPorts, token: string, mails: boolean) {
  const link = await readLink(deps, token);
  const branded = await hasOrderTracking(deps, link.accountId);
  return deps.db.tenant(everyoneIn(link.workplaceId), async (tx) => {
    await setUnsubscribed(tx, link.workplaceId, link.storeId, link.hash, !mails);
    return viewOf(tx, ports, link, branded);
  });
}
