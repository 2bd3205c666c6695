import { contracts } from '@quayside/contracts';
import { COUNTRY_CODES, invalidField, isCountryCode, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { connectorLabel } from '../../installed/index.ts';
import { noteFlag, readFlag } from '../accounts/index.ts';
import { problemAnswer } from '../connections/index.ts';
import { changePreference } from './actions/change-preference.ts';
import { readOrderSetting, saveOrderSetting, trySample } from './actions/order-settings.ts';
import { findCarriers, findWarehouses } from './actions/supplier-shipping.ts';
import { readPreference } from './setting-repo.ts';

/** Steps of the notice about orders fulfilled by Quayside, as flags of the account with their time. */
const STEPS = {
  viewed: 'fulfillment:viewed',
  interacted: 'fulfillment:interacted',
  confirmed: 'fulfillment:confirmed',
};

type App = Parameters<Feature['routes']>[0];

/** Routes of the order placement settings. */
export function settingRoutes(app: App, deps: Deps): void {
  const calls = contracts.orderSettings;

  async function carriers(who: Who, source: string, country: string) {
    if (!isCountryCode(country)) throw invalidField('country_code', 'ADDRESS_COUNTRY_UNKNOWN');
    const { names, problem, pending, knownAt } = await findCarriers(deps, who.scope, source, country);
    return {
      items: names.map((name) => ({ service_name: name })),
      problem: problemAnswer(who.locale, problem),
      pending,
      known_at: knownAt,
    };
  }

  async function warehouses(who: Who, source: string) {
    const { items, problem, pending, knownAt } = await findWarehouses(deps, who.scope, source);
    return {
      items: items.map(({ code, name, countryCode }) => ({ code, name, country_code: countryCode })),
      problem: problemAnswer(who.locale, problem),
      pending,
      known_at: knownAt,
    };
  }

  const settingView = async (who: Who, source: string) => {
    const { countries, rules, ...rest } = await readOrderSetting(deps, who.scope, source);
    return { ...rest, countries: [...countries], rules: [...rules] };
  };

  route(app, calls.get, ({ params }, who) => settingView(who, params.product_source));
  route(app, calls.save, async ({ params, body }, who, reply) => {
    await saveOrderSetting(deps, who.scope, params.product_source, body);
    reply.message('ORDER_SETTING_SAVED');
    return settingView(who, params.product_source);
  });
  route(app, calls.sample, ({ params, body }, who) =>
    trySample(deps, who.scope, params.product_source, body.settings, {
      country: body.country_code,
      grams: body.weight,
      cost: body.cost,
    }),
  );
  route(app, calls.countries, async () => ({ items: COUNTRY_CODES.map((code) => ({ country_code: code })) }));
  route(app, calls.carriers, ({ params, query }, who) => carriers(who, params.product_source, query.country_code));
  route(app, calls.warehouses, ({ params }, who) => warehouses(who, params.product_source));
  route(app, calls.aliexpressCarriers, async ({ query }, who) => {
    // A supplier of the specification without a connector is refused by its name.
    if (!deps.connectors.suppliers.aliexpress)
      throw notFoundField('source', 'SUPPLIER_NOT_OFFERED', { supplier: connectorLabel('aliexpress') });
    return carriers(who, 'aliexpress', query.country_code);
  });
  route(app, calls.cjCarriers, ({ query }, who) => carriers(who, 'cj', query.country_code));
  route(app, calls.cjWarehouses, (_input, who) => warehouses(who, 'cj'));

  const notice = ({ own, account }: Pick<Who, 'own' | 'account'>) =>
    deps.db.read(own, async (ex) => ({
      viewed_at: (await readFlag<string>(ex, account.id, STEPS.viewed)) ?? null,
      interacted_at: (await readFlag<string>(ex, account.id, STEPS.interacted)) ?? null,
      confirmed_at: (await readFlag<string>(ex, account.id, STEPS.confirmed)) ?? null,
    }));
  const note = async (who: Pick<Who, 'own' | 'account'>, step: keyof typeof STEPS) => {
    await deps.db.tenant(who.own, (tx) => noteFlag(tx, who.account.id, STEPS[step], deps.clock.now()));
    return notice(who);
  };
  route(app, calls.notice, (_input, who) => notice(who));
  route(app, calls.noticeViewed, (_input, who) => note(who, 'viewed'));
  route(app, calls.noticeInteracted, (_input, who) => note(who, 'interacted'));
  route(app, calls.noticeConfirmed, (_input, who) => note(who, 'confirmed'));

  route(app, calls.preference, async (_input, who) => ({
    preference: await deps.db.read(who.scope, (ex) => readPreference(ex, who.workplaceId)),
  }));
  route(app, calls.savePreference, async ({ body }, who, reply) => {
    await changePreference(deps, who.scope, body.preference);
    reply.message('ORDER_SETTING_SAVED');
    return body;
  });
}
