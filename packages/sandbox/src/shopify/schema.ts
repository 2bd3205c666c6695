import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildSchema, type GraphQLSchema } from 'graphql';

const FILE = new URL('./schema/admin-2026-10.graphql.gz', import.meta.url);
let built: GraphQLSchema | undefined;

/** Shopify's own Admin schema, without its descriptions; read on first use (about 0.2 s). See scripts/shopify-schema.mjs. */
export function adminSchema(): GraphQLSchema {
  // The file was built from a valid schema; checking it again would cost a second.
  built ??= buildSchema(gunzipSync(readFileSync(FILE)).toString(), {
    assumeValid: true,
    assumeValidSDL: true,
    noLocation: true,
  });
  return built;
}
