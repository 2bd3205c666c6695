/**
 * Makes the slim Admin schema that the sandbox executes and the tests check documents against: every name, type,
 * argument, default, enum value and deprecation, no sentence of the descriptions.
 *
 *   node scripts/shopify-schema.mjs path/to/admin_2026-10.introspection.json.gz
 *
 * The introspection is the one that Shopify publishes in the npm package @shopify/dev-mcp.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildClientSchema, buildSchema, printSchema } from 'graphql';

const OUT = fileURLToPath(new URL('../packages/sandbox/src/shopify/schema/admin-2026-10.graphql.gz', import.meta.url));

const source = process.argv[2];
if (!source) throw new Error('usage: shopify-schema.mjs INTROSPECTION.json[.gz]');
const bytes = readFileSync(source);
const file = JSON.parse(source.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString());

/** Descriptions go, and so do the sentences of deprecations: that a thing is deprecated stays. */
const slim = JSON.parse(JSON.stringify(file.data ?? file), (key, value) => {
  if (key === 'description') return null;
  return key === 'deprecationReason' && typeof value === 'string' ? 'No longer supported' : value;
});
const text = printSchema(buildClientSchema(slim)).replace(/\n(?=\n)/g, '');
// What was written must read back as a whole schema, or the script fails here and not the sandbox later.
buildSchema(text);
writeFileSync(OUT, gzipSync(text, { level: 9 }));
console.log(`${OUT}: ${Math.round(gzipSync(text, { level: 9 }).length / 1024)} KB`);
