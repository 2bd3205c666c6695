import {
  ConnectorError,
  type ShippingOption,
  type SupplierConnector,
  type SupplierWarehouse,
} from '@quayside/connector-kit';
import { AppError, invalidField, isCountryCode, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { type Connection, listConnections, type Problem, toProblem, withSupplier } from '../../connections/index.ts';
import { type SampleVariant, sampleVariant } from '../../products/index.ts';
import { quoteShipping } from '../../sourcing/index.ts';
import { dropQuotesOf, knownMethods, listPlacementSettings, savePlacementSetting } from '../placement-setting-repo.ts';
import {
  chooseMethod,
  NO_SETTING,
  namedMethods,
  type Parcel,
  type PlacementSetting,
  shipsTo,
} from '../rules/choose-method.ts';

/** An installed supplier by its name in a request. */
function getSupplier(deps: Deps, source: string, field: string): SupplierConnector {
  const connector = deps.connectors.suppliers[source];
  if (!connector) throw notFoundField(field, 'SUPPLIER_NOT_OFFERED', { supplier: source });
  return connector;
}

/** The workspace's connections to a supplier, a live one first. */
const connectionsTo = async (deps: Deps, scope: WorkplaceScope, source: string): Promise<Connection[]> =>
  (await deps.db.read(scope, (ex) => listConnections(ex, scope.workplaceId)))
    .filter((one) => one.supplier === source && one.status !== 'removed')
    .toSorted((a, b) => (a.mode === b.mode ? 0 : a.mode === 'live' ? -1 : 1));

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

export interface KnownCarriers {
  names: string[];
  /** Methods offered now for one item to the requested country; empty: unknown. */
  offered: readonly ShippingOption[];
  /** The product that `offered` is for. */
  item: Pick<SampleVariant, 'title' | 'variantTitle'> | null;
  problem: Problem | null;
}

interface CarrierFacts {
  /** Methods of recent quotes and orders. */
  known: readonly string[];
  /** null: none of the supplier's products is imported for a connection. */
  sample: (SampleVariant & { mode: Mode }) | null;
}

/** What is known without asking the supplier. */
async function readCarrierFacts(deps: Deps, scope: WorkplaceScope, source: string): Promise<CarrierFacts> {
  const { workplaceId } = scope;
  const connections = await connectionsTo(deps, scope, source);
  const ids = connections.map((one) => one.connection_id);
  const known = await deps.db.read(scope, (ex) => knownMethods(ex, workplaceId, source, ids));
  for (const { mode } of connections) {
    const sample = await deps.db.read(scope, (ex) => sampleVariant(ex, workplaceId, source, mode));
    if (sample) return { known, sample: { ...sample, mode } };
  }
  return { known, sample: null };
}

/** Asks the supplier for its methods to a country, for one sample item. */
async function askCarriers(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  countryCode: string,
  { known, sample }: CarrierFacts,
): Promise<KnownCarriers> {
  const nothing = { names: [...known], offered: [], item: null };
  if (!sample) return { ...nothing, problem: null };
  const { mode, sourceProductId, sourceVariantId } = sample;
  const lines = [{ sourceProductId, sourceVariantId, quantity: 1 }];
  try {
    const { options } = await quoteShipping(deps, scope, { source, mode, countryCode, lines });
    const names = new Set([...options.map((option) => option.serviceName), ...known]);
    return { names: [...names], offered: options, item: sample, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...nothing, problem: { key: error.messageKey, params: error.params } };
  }
}

/**
 * Shipping methods of a supplier: those of recent quotes and orders, and those it offers now for one of the imported
 * products.
 */
export async function findCarriers(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  countryCode: string,
  field = 'product_source',
): Promise<KnownCarriers> {
  getSupplier(deps, source, field);
  return askCarriers(deps, scope, source, countryCode, await readCarrierFacts(deps, scope, source));
}

/**
 * Warehouses of a supplier; empty where orders can't name one. A supplier that does not answer throws BAD_REQUEST with
 * the reason.
 */
export async function findWarehouses(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  field = 'product_source',
): Promise<SupplierWarehouse[]> {
  if (!getSupplier(deps, source, field).warehouses) return [];
  const [connection] = await connectionsTo(deps, scope, source);
  if (!connection) return [];
  try {
    return await withSupplier(
      deps,
      scope,
      { connectionId: connection.connection_id },
      async ({ connector, ctx }) => (await connector.warehouses?.(ctx)) ?? [],
    );
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { key, params } = toProblem(error, connection.label);
    throw new AppError('BAD_REQUEST', key, { params, cause: error });
  }
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

/** Refuses shipping methods that the supplier isn't known to have. Already saved ones may stay. */
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
  const facts = await readCarrierFacts(deps, scope, source);
  for (const name of facts.known) known.add(name);
  for (const country of countriesToAsk(setting, isNew)) {
    if (!hasNew()) return;
    for (const name of (await askCarriers(deps, scope, source, country, facts)).names) known.add(name);
  }
  const refuse = (field: string, name: string) => invalidField(field, 'SHIPPING_METHOD_UNKNOWN', { name });
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
    const known = await findWarehouses(deps, scope, source);
    if (!known.some((one) => one.code === warehouse))
      throw invalidField('warehouse', 'WAREHOUSE_UNKNOWN', { name: warehouse });
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
  const { offered, item } = await findCarriers(deps, scope, source, parcel.country);
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
    offered: offered.map(({ serviceName, amount }) => ({ service_name: serviceName, amount })),
  };
}
