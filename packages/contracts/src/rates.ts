import { MAX_RATE } from '@quayside/kernel/rates.ts';
import { z } from 'zod';
import { call } from './call.ts';
import { currencySchema, doneSchema, queryList } from './shapes.ts';

/** A stored exchange rate and its source. */
export const exchangeRateSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    /** Units of `to` for one unit of `from`, as a decimal. */
    rate: z.string(),
    /** Its publication day, or the day it was entered. */
    day: z.iso.date(),
    /** Publisher; null: entered by a member of the workspace. */
    source: z.string().nullable(),
  })
  .meta({ id: 'ExchangeRate' });
export type ExchangeRate = z.output<typeof exchangeRateSchema>;

export const rates = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/exchange-rates',
    access: 'workplace',
    needs: 'workspace.read',
    summary:
      "Get exchange rates from one currency to others: the latest published one, and the workspace's own. Missing rates are null.",
    query: z.object({
      from: currencySchema,
      to: queryList(currencySchema).refine((all) => all.length <= 30, 'at most 30 currencies'),
    }),
    data: z.object({
      items: z.array(
        z.object({
          to: z.string(),
          published: exchangeRateSchema.nullable(),
          typed: exchangeRateSchema.nullable(),
        }),
      ),
    }),
  }),
  save: call({
    id: 'own',
    method: 'PUT',
    path: '/exchange-rates',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Save or remove an exchange rate of the workspace. It applies where no rate is published for the pair.',
    body: z
      .strictObject({
        from: currencySchema,
        to: currencySchema,
        /** Units of `to` for one unit of `from`; null removes the saved rate. */
        rate: z.number().positive().max(MAX_RATE).nullable(),
      })
      .refine(({ from, to }) => from !== to, { path: ['to'], message: 'choose another currency' }),
    data: doneSchema,
  }),
};
