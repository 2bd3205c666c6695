import { type ConnectorContext, ConnectorError, type ShippingOption } from '@quayside/connector-kit';
import { days, usd } from './map-money.ts';
import { findOrigins, serviceName } from './origin.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

export interface FreightInput {
  countryCode: string;
  postalCode?: string;
  shipFrom?: string;
  lines: { sourceProductId: string; sourceVariantId: string; quantity: number }[];
}

/** Asked from at most this many origins: each is a call of its own, and an account may make one a second. */
const MAX_ORIGINS = 2;

async function quoteFrom(ctx: ConnectorContext, from: string, input: FreightInput): Promise<ShippingOption[]> {
  const found = await askAccount(
    ctx,
    {
      method: 'POST',
      path: '/logistic/freightCalculate',
      body: {
        startCountryCode: from,
        endCountryCode: input.countryCode,
        ...(input.postalCode ? { zip: input.postalCode } : {}),
        products: input.lines.map((line) => ({ vid: line.sourceVariantId, quantity: line.quantity })),
      },
      effect: false,
    },
    raw.freight,
  );
  return (found ?? []).map((service) => {
    const { min, max } = days(service.logisticAging);
    return {
      serviceName: serviceName(service.logisticName, from),
      // totalPostageFee includes taxes and clearance where CJ charges them with the postage.
      amount: usd(service.totalPostageFee ?? service.logisticPrice),
      ...(min === undefined ? {} : { deliveryDaysMin: min }),
      ...(max === undefined ? {} : { deliveryDaysMax: max }),
    };
  });
}

/** Empty: CJ does not send these goods to that country, or no single place has all of them. */
export async function quoteShipping(ctx: ConnectorContext, input: FreightInput): Promise<ShippingOption[]> {
  const able = await findOrigins(ctx, input.lines, input.countryCode);
  // CJ prices goods from any country, also from one that has none of them.
  const origins = input.shipFrom ? able.filter((origin) => origin === input.shipFrom) : able;
  const options: ShippingOption[] = [];
  for (const from of origins.slice(0, MAX_ORIGINS)) {
    try {
      options.push(...(await quoteFrom(ctx, from, input)));
    } catch (err) {
      if (!(err instanceof ConnectorError && err.code === 'shipped_country_notfound')) throw err;
    }
  }
  return options.sort((a, b) => a.amount.amount - b.amount.amount);
}
