import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, platformSchema, timeSchema } from './shapes.ts';

/** Collections that a product can be put into, in one store. */
export const MOST_COLLECTIONS = 100;

/** A store's own id of a collection. */
const key = z.string().min(1).max(200);
const keys = z.array(key).max(MOST_COLLECTIONS);

const collectionSchema = z.object({
  id: key,
  title: z.string(),
  /** Titles of the categories above it, top level first. */
  path: z.array(z.string()),
  /** false: the store fills it by its own rules. */
  is_assignable: z.boolean(),
});
export type StoreCollectionView = z.output<typeof collectionSchema>;

const listSchema = z
  .object({
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    /** null: not read yet. */
    read_at: timeSchema.nullable(),
    is_reading: z.boolean(),
    /** Why the last read failed; the list is that of the read before. */
    fault: z.string().nullable(),
    /** Products without collections of their own get those of their supplier category when they are pushed. */
    applies_categories: z.boolean(),
    items: z.array(collectionSchema),
  })
  .meta({ id: 'StoreCollections' });
export type StoreCollections = z.output<typeof listSchema>;

const named = z.object({ id: key, title: z.string() });

const productStoreSchema = z
  .object({
    store_id: idSchema,
    /** Collections chosen for the product; null: none were chosen. */
    chosen: z.array(named).nullable(),
    /** Those of the product's supplier category. */
    category: z.array(named),
    /** What the next push puts the product into. own: as chosen; category: by its category; none: it changes nothing. */
    follows: z.enum(['own', 'category', 'none']),
    /** After the last push; null: it wasn't pushed with collections. */
    pushed: z
      .object({
        joined: z.array(key),
        /** The merchant took the product out of these, so it stays out. */
        left: z.array(key),
        /** Deleted in the store. */
        gone: z.array(key),
        /** The store refused to put the product there, or to take it out of one that isn't chosen any more. */
        refused: z.array(z.object({ id: key, title: z.string(), reason: z.string() })),
      })
      .nullable(),
    is_listed: z.boolean(),
    /** The next push changes collections. */
    is_pending: z.boolean(),
  })
  .meta({ id: 'ProductCollections' });
export type ProductCollections = z.output<typeof productStoreSchema>;

const ofProductSchema = z.object({
  /** The supplier's category, or the product's type; empty: not known. */
  category: z.string(),
  stores: z.array(productStoreSchema),
});

const categorySchema = z
  .object({ store_id: idSchema, category: z.string(), collections: z.array(named) })
  .meta({ id: 'CollectionCategory' });
export type CollectionCategory = z.output<typeof categorySchema>;

const productPath = '/center/products/{id}/collections';

/** Collections and categories of stores, and which of them products are in. */
export const collections = {
  all: call({
    id: 'C076',
    method: 'GET',
    path: '/products/collection/all',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the collections and categories of your stores, as they were last read.',
    data: z.object({ stores: z.array(listSchema) }),
  }),
  refresh: call({
    id: 'own',
    method: 'POST',
    path: '/products/collection/refresh',
    access: 'workplace',
    needs: 'products.change',
    summary: "Read a store's collections again.",
    body: z.strictObject({ store_id: idSchema }),
    data: doneSchema,
    perMinute: 20,
  }),
  setting: call({
    id: 'own',
    method: 'PUT',
    path: '/products/collection/setting',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Choose whether pushes to a store put products into the collections of their supplier category.',
    body: z.strictObject({ store_id: idSchema, applies_categories: z.boolean() }),
    data: doneSchema,
  }),
  categories: call({
    id: 'own',
    method: 'GET',
    path: '/products/collection/categories',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List which collections supplier categories go to, by store.',
    data: z.object({ items: z.array(categorySchema) }),
  }),
  saveCategory: call({
    id: 'own',
    method: 'PUT',
    path: '/products/collection/categories',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Remember the collections of a store that a supplier category goes to. No collections: forget it.',
    body: z.strictObject({ store_id: idSchema, category: z.string().trim().min(1).max(255), collections: keys }),
    data: z.object({ items: z.array(categorySchema) }),
  }),
  ofProduct: call({
    id: 'own',
    method: 'GET',
    path: productPath,
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the collections of a product in each store.',
    params: z.object({ id: idSchema }),
    data: ofProductSchema,
  }),
  choose: call({
    id: 'own',
    method: 'PUT',
    path: productPath,
    access: 'workplace',
    needs: 'products.change',
    summary: 'Choose the collections of a product in a store. The next push changes them there.',
    params: z.object({ id: idSchema }),
    body: z.strictObject({
      store_id: idSchema,
      /** null: as by the product's category. */
      collections: keys.nullable(),
      /** Those of them to join although the merchant took the product out. */
      again: keys.optional(),
      /** Also for further products of this category. */
      remember: z.boolean().optional(),
    }),
    data: ofProductSchema,
  }),
};
