import type { ReturnPostalAddress } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import type { Who } from '../../../http/who.ts';
import { findStore, listStores } from '../../connections/index.ts';
import { findTrackingPage } from '../../fulfilment/index.ts';
import { hasOrderTracking } from '../../plans/index.ts';
import { writeReturnLetter } from '../../shopper-mail/index.ts';
import { listAddresses } from '../address-repo.ts';
import { pickAddress } from '../rules/addresses.ts';
import { addDays } from '../rules/window.ts';

interface Sample {
  store_id?: string | undefined;
  language: string;
  send_back_days: number;
  instructions: string;
}

/** Shown while the workspace has no return address. */
const sampleAddress = (name: string): ReturnPostalAddress => ({
  name,
  address1: '12 Harbour Street',
  address2: '',
  city: 'Portland',
  province: 'ME',
  postal_code: '04101',
  country_code: 'US',
  phone: '',
});

/** The email with the return instructions for sample items, with settings that need not be saved. Throws STORE_NOT_FOUND. */
export async function sampleReturnMail(deps: Deps, who: Who, sample: Sample) {
  const { workplaceId } = who;
  const inPlan = await hasOrderTracking(deps, who.scope.accountId);
  return deps.db.read(who.scope, async (ex) => {
    const stores = await listStores(ex, workplaceId, false);
    const store = sample.store_id ? await findStore(ex, workplaceId, sample.store_id) : stores[0];
    if (sample.store_id && !store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const storeName = store?.store_name ?? 'Lamp & Co';
    const own = pickAddress(await listAddresses(ex, workplaceId), { storeId: store?.store_id ?? '', sources: [] });
    const { subject, text, html } = writeReturnLetter(
      {
        language: sample.language,
        storeName,
        page: inPlan ? await findTrackingPage(ex, workplaceId) : undefined,
        orderName: '#1001',
        shopper: { name: say(sample.language, 'SHOPPER_MAIL_SAMPLE_NAME'), email: 'shopper@example.com' },
      },
      {
        kind: 'return_approved',
        name: '#1001-R1',
        returnKind: 'refund',
        customerKeeps: false,
        address: own?.address ?? sampleAddress(storeName),
        sendBackBy: addDays(deps.clock.now(), sample.send_back_days),
        instructions: [sample.instructions],
        items: [{ title: 'Brass desk lamp', variantTitle: null, quantity: 1 }],
        note: '',
        amount: null,
        paysBack: false,
      },
    );
    return { subject, text, html };
  });
}
