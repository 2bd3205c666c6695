import type { ShippingOption } from '@quayside/connector-kit';
import { invalidField, isCountryCode } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listConnections } from '../../connections/index.ts';
import { dropQuotesOf, listPlacementSettings, savePlacementSetting } from '../placement-setting-repo.ts';
import {
  chooseMethod,
  NO_SETTING,
  namedMethods,
  type Parcel,
  type PlacementSetting,
  shipsTo,
} from '../rules/choose-method.ts';
import { findCarriers, findMethodNames, findWarehouses, getSupplier } from './supplier-shipping.ts';

export interface SourceSetting extends PlacementSetting {
  source: string;
  takes_warehouse: boolean;
}

export async function readOrderSetting(deps: Deps, scope: WorkplaceScope, source: string): Promise<SourceSetting> {
  const connector = getSupplier(deps, source, 'product_source');
  const rows = await deps.db.read(scope, (ex) => listPlacementSettings(ex, scope.workplaceId));
  const { warehouse, countries, shipping_method, rules } = rows.find((one) => one.supplier === source) ?? NO_SETTING;
  return { source, takes_warehouse: connector.warehouses !== undefined, warehouse, countries, shipping_method, rules };
}

const badCountry = (field: string) => invalidField(field, 'ADDRESS_COUNTRY_UNKNOWN');

/** Refuses countries that don't exist, at their field. */
function checkCountries(setting: PlacementSetting, at = ''): void {
  const wrong = setting.countries.findIndex((code) => !isCountryCode(code));
  if (wrong >= 0) throw badCountry(`${at}countries.${wrong}`);
  for (const [row, rule] of setting.rules.entries())
    if (rule.country_code !== null && !isCountryCode(rule.country_code))
      throw badCountry(`${at}rules.${row}.country_code`);
}

/** Refuses rows whose upper limit is below the lower one. */
function checkLimits(setting: PlacementSetting): void {
  for (const [row, rule] of setting.rules.entries())
    for (const [from, to] of [
      ['weight_from', 'weight_to'],
      ['cost_from', 'cost_to'],
    ] as const)
      if ((rule[from] ?? 0) > (rule[to] ?? Number.POSITIVE_INFINITY))
        throw invalidField(`rules.${row}.${to}`, 'RULE_LIMITS_REVERSED');
}

/** Where new methods may be offered: their rules' countries, the United States for any, each once, only a few. */
function countriesToAsk(setting: PlacementSetting, isNew: (name: string | null) => boolean): string[] {
  const named = setting.rules.filter((rule) => isNew(rule.shipping_method) || isNew(rule.otherwise));
  const countries = new Set(named.flatMap((rule) => rule.country_code ?? []));
  return [...new Set([...[...countries].slice(0, 5), 'US'])];
}

/**
 * Refuses shipping methods that the supplier isn't known to have. Already saved ones may stay; methods to countries that
 * the supplier wasn't asked for lately are requested for the next try.
 */
async function checkMethods(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  setting: PlacementSetting,
  saved: PlacementSetting,
): Promise<void> {
  const known = namedMethods(saved);
  const isNew = (name: string | null): name is string => name !== null && !known.has(name);
  const hasNew = (): boolean => [...namedMethods(setting)].some(isNew);
  if (!hasNew()) return;
  for (const name of await findMethodNames(deps, scope, source)) known.add(name);
  let pending = false;
  for (const country of countriesToAsk(setting, isNew)) {
    if (!hasNew()) return;
    const carriers = await findCarriers(deps, scope, source, country);
    for (const name of carriers.names) known.add(name);
    pending ||= carriers.pending;
  }
  const key = pending ? 'SHIPPING_METHOD_UNKNOWN_YET' : 'SHIPPING_METHOD_UNKNOWN';
  const refuse = (field: string, name: string) => invalidField(field, key, { name });
  if (isNew(setting.shipping_method)) throw refuse('shipping_method', setting.shipping_method);
  for (const [row, rule] of setting.rules.entries()) {
    if (isNew(rule.shipping_method)) throw refuse(`rules.${row}.shipping_method`, rule.shipping_method);
    if (isNew(rule.otherwise)) throw refuse(`rules.${row}.otherwise`, rule.otherwise);
  }
}

/**
 * Saves a supplier's settings for orders placed afterwards. Refuses unknown countries, warehouses and shipping methods
 * at their field.
 */
export async function saveOrderSetting(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  setting: PlacementSetting,
): Promise<SourceSetting> {
  const { workplaceId } = scope;
  const saved = await readOrderSetting(deps, scope, source);
  checkCountries(setting);
  checkLimits(setting);
  const { warehouse } = setting;
  if (warehouse !== null && warehouse !== saved.warehouse) {
    const { items, pending } = await findWarehouses(deps, scope, source);
    if (!items.some((one) => one.code === warehouse))
      throw invalidField('warehouse', pending ? 'WAREHOUSE_UNKNOWN_YET' : 'WAREHOUSE_UNKNOWN', { name: warehouse });
  }
  await checkMethods(deps, scope, source, setting, saved);
  await deps.db.tenant(scope, async (tx) => {
    await savePlacementSetting(tx, workplaceId, source, setting);
    if (warehouse === saved.warehouse) return;
    const connections = await listConnections(tx, workplaceId);
    const ids = connections.filter((one) => one.supplier === source).map((one) => one.connection_id);
    await dropQuotesOf(tx, workplaceId, ids);
  });
  return { ...saved, ...setting };
}

/** The shipping method a sample order would get with (unsaved) settings, and why. */
export async function trySample(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  setting: PlacementSetting,
  parcel: Parcel,
) {
  checkCountries(setting, 'settings.');
  if (!isCountryCode(parcel.country)) throw badCountry('country_code');
  const { offered, item, pending } = await findCarriers(deps, scope, source, parcel.country);
  // Without a response from the supplier, each named method counts as offered.
  const named = [...namedMethods(setting)].map(
    (serviceName): ShippingOption => ({ serviceName, amount: { amount: 0, currency: 'USD' } }),
  );
  const { reason, row, option } = chooseMethod(setting, parcel, offered.length > 0 ? offered : named);
  return {
    ships: shipsTo(setting, parcel.country),
    reason,
    row,
    shipping_method: offered.length === 0 && reason === 'cheapest' ? null : (option?.serviceName ?? null),
    item: item && { title: item.title, variant_title: item.variantTitle || null },
    pending,
    offered: offered.map(({ serviceName, amount }) => ({ service_name: serviceName, amount })),
  };
}
