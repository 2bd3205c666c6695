import { z } from 'zod';
import { call } from './call.ts';
import { idSchema } from './shapes.ts';

/** supplier: what the supplier charges. sale: what the shopper paid for the items. */
export const DECLARED_VALUES = ['supplier', 'sale'] as const;

const customsShape = {
  /** IOSS number: IM and ten digits; null: none. */
  ioss: z.string().trim().toUpperCase().max(20).nullable(),
  declares: z.enum(DECLARED_VALUES),
};
const view = z
  .object({ ...customsShape, store_id: idSchema, /** Suppliers that pass it on. */ suppliers: z.array(z.string()) })
  .meta({ id: 'StoreCustoms' });

const ofStore = z.object({ store_id: idSchema });

export const customs = {
  get: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v4/customs/{store_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get what a store declares to customs.',
    params: ofStore,
    data: view,
  }),
  save: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v4/customs/{store_id}',
    access: 'workplace',
    needs: 'stores.change',
    summary: 'Save what a store declares to customs, for supplier orders placed from now on.',
    params: ofStore,
    body: z.strictObject(customsShape),
    data: view,
  }),
};
