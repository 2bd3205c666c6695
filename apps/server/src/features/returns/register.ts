import { contracts, DONE } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { checkCurrency } from '../../known-values.ts';
import { findStore } from '../connections/index.ts';
import { createAddress, removeAddress, saveAddress } from './actions/change-addresses.ts';
import { approveReturn, endReturn, rejectReturn } from './actions/decide-return.ts';
import { exchangeItems } from './actions/exchange-items.ts';
import { receiveReturn, sendBack } from './actions/receive-return.ts';
import { requestReturnRefund } from './actions/request-refund.ts';
import { requestReturn } from './actions/request-return.ts';
import { withdrawReturnRefund } from './actions/withdraw-refund.ts';
import { createRefunding } from './actions/write-refund.ts';
import { listAddresses } from './address-repo.ts';
import { refundReturnJob } from './jobs.ts';
import type { ReturnPorts } from './ports.ts';
import { addressView } from './queries/address-view.ts';
import { returnFigures } from './queries/figures.ts';
import { previewReturnMail } from './queries/mail-preview.ts';
import { returnOptions, returnProposal } from './queries/options.ts';
import { returnCounts, returnList, returnView } from './queries/return-view.ts';
import { sampleReturnMail } from './queries/sample-mail.ts';
import { findSetting, saveSetting } from './setting-repo.ts';

/** Returns and exchanges of customers, from the request to the refund or the replacement. */
export function register(deps: Deps, ports: ReturnPorts, patience: Patience = PATIENCE): Feature {
  const calls = contracts.returns;
  const refunding = createRefunding(deps, patience);

  /** Does something with a return and answers with it. */
  const after = async (who: Who, id: string, work: Promise<void>) => {
    await work;
    return returnView(deps, who, id);
  };
  const setting = (who: Who, storeId: string | undefined) =>
    deps.db.read(who.scope, (ex) => findSetting(ex, who.workplaceId, storeId));

  return {
    effects: [refunding],
    jobs: [
      handler(refundReturnJob, ({ accountId, workplaceId, refundId }, run) =>
        refunding.run({ accountId, workplaceId }, refundId, run.lost),
      ),
    ],
    routes(app) {
      route(app, calls.options, ({ query }, who) => returnOptions(deps, who, query.order_id));
      route(app, calls.list, ({ query }, who) => returnList(deps, who, query));
      route(app, calls.counts, ({ query }, who) => returnCounts(deps, who, query.store_id));
      route(app, calls.get, ({ params }, who) => returnView(deps, who, params.return_id));
      route(app, calls.create, async ({ body }, who) => returnView(deps, who, await requestReturn(deps, who, body)));
      route(app, calls.proposal, ({ params }, who) => returnProposal(deps, who, params.return_id));
      route(app, calls.approve, ({ params: { return_id: id }, body }, who) =>
        after(who, id, approveReturn(deps, who, id, body)),
      );
      route(app, calls.reject, ({ params: { return_id: id }, body }, who) =>
        after(who, id, rejectReturn(deps, who, id, body.note)),
      );
      route(app, calls.sendBack, ({ params: { return_id: id }, body }, who) =>
        after(who, id, sendBack(deps, who, id, body)),
      );
      route(app, calls.receive, ({ params: { return_id: id }, body }, who) =>
        after(who, id, receiveReturn(deps, who, id, body.lines)),
      );
      route(app, calls.figures, ({ params, body }, who) => returnFigures(deps, who, params.return_id, body));
      route(app, calls.refund, ({ params: { return_id: id }, body }, who) =>
        after(who, id, requestReturnRefund(deps, who, id, body)),
      );
      route(app, calls.withdrawRefund, ({ params: { return_id: id } }, who) =>
        after(who, id, withdrawReturnRefund(deps, who, id)),
      );
      route(app, calls.exchange, ({ params: { return_id: id }, body }, who) =>
        after(who, id, exchangeItems(deps, ports, who, id, body.lines)),
      );
      route(app, calls.cancel, ({ params: { return_id: id }, body }, who) =>
        after(who, id, endReturn(deps, who, id, 'cancel', body.note)),
      );
      route(app, calls.close, ({ params: { return_id: id }, body }, who) =>
        after(who, id, endReturn(deps, who, id, 'close', body.note)),
      );
      route(app, calls.mailPreview, ({ params, body }, who) => previewReturnMail(deps, who, params.return_id, body));
      route(app, calls.addresses, (_input, who) =>
        deps.db.read(who.scope, async (ex) => ({ items: (await listAddresses(ex, who.workplaceId)).map(addressView) })),
      );
      route(app, calls.createAddress, ({ body }, who) => createAddress(deps, who, body));
      route(app, calls.saveAddress, ({ params, body }, who) => saveAddress(deps, who, params.return_address_id, body));
      route(app, calls.deleteAddress, async ({ params }, who) => {
        await removeAddress(deps, who, params.return_address_id);
        return DONE;
      });
      route(app, calls.setting, ({ query }, who) => setting(who, query.store_id));
      route(app, calls.settingPreview, ({ body }, who) => sampleReturnMail(deps, who, body));
      route(app, calls.saveSetting, async ({ body: { store_id: storeId, setting: wanted } }, who) => {
        if (wanted?.keep_currency) checkCurrency('setting.keep_currency', wanted.keep_currency);
        await deps.db.tenant(who.scope, async (tx) => {
          if (storeId !== undefined && !(await findStore(tx, who.workplaceId, storeId)))
            throw notFoundField('store_id', 'STORE_NOT_FOUND');
          await saveSetting(tx, who.workplaceId, storeId, wanted);
        });
        return setting(who, storeId);
      });
    },
  };
}
