import type { ChannelId } from '@quayside/connector-kit';
import { AppError, notFoundField } from '@quayside/kernel';
import type { StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { checkMember } from '../../../http/hold-session.ts';
import { refusal } from '../../../http/refusal.ts';
import { getActor } from '../../../http/route.ts';
import type { Membership, Who } from '../../../http/who.ts';
import { mailOwners, noteEvent, paceOwnerMails } from '../../accounts/index.ts';
import { connectedStore, linkBySessionToken } from '../../connections/index.ts';
import { saveIdentity } from '../identity-repo.ts';
import { seesStore, takenByAnother } from './enter.ts';
import { inMerchantsWords } from './merchants-words.ts';
import { readUser } from './read-user.ts';

/** The workplace named, where the person may connect stores. Throws WORKPLACE_NOT_YOURS or ROLE_MAY_NOT. */
function chosen(who: Who, workplaceId: string): Membership {
  const place = who.memberships.find((one) => one.workplaceId === workplaceId);
  if (!place) throw notFoundField('workplace_id', 'WORKPLACE_NOT_YOURS');
  const refused = refusal({ ...place, locale: who.locale }, 'stores.connect');
  if (refused) throw refused;
  return place;
}

/**
 * Lets a user of a shop's admin into the account that is signed in, from now on. Throws STORE_EXIST_ANOTHER_OWNER for a
 * shop of a workspace that the account is no member of; STORE_INSTALL_WITH_SIGNIN while the shop is not connected and no
 * workspace was named for it. Answers the store.
 */
export async function bindAccount(
  deps: Deps,
  who: Who,
  platform: ChannelId,
  input: { session_token: string; workplace_id?: string | undefined },
): Promise<{ scope: WorkplaceScope; storeId: string }> {
  const place = input.workplace_id === undefined ? undefined : chosen(who, input.workplace_id);
  const user = await readUser(deps, platform, input.session_token);
  await paceOwnerMails(deps, who);
  const keep = () =>
    deps.db.global(async (tx) => {
      await saveIdentity(tx, user, who.account.id);
      await noteEvent(tx, who.account.id, 'shop_linked', who, user.platformDomain);
      await mailOwners(deps, tx, [who.account.id], 'sign-in-linked', () => ({ provider: user.platformDomain }));
    });
  const store = await connectedStore(deps, user);
  if (store) {
    if (!(await seesStore(deps, who.account.id, store))) throw takenByAnother(user);
    await keep();
    return { scope: { accountId: store.account_id, workplaceId: store.workplace_id }, storeId: store.store_id };
  }
  if (!place)
    throw new AppError('STORE_INSTALL_WITH_SIGNIN', 'STORE_INSTALL_WITH_SIGNIN', {
      params: { name: user.platformDomain },
    });
  const actor = getActor(who, { method: 'POST', path: '/auth/platform/{platform}/bind' });
  const scope: WorkplaceScope & StoreScope = { accountId: place.ownerId, workplaceId: place.workplaceId, actor };
  const storeId = await inMerchantsWords(deps, user, () =>
    linkBySessionToken(deps, scope, user, (tx) => checkMember(tx, who, place)),
  );
  await keep();
  return { scope, storeId };
}
