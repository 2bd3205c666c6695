export {
  emptyTenant,
  fillTenant,
  type Samples,
  sampleId,
  sampleText,
  type Tenant,
  type TenantTable,
  tenantSchema,
  tenantTables,
} from '../across/sample-rows.ts';
export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { countWaiting, overlap } from './overlap.ts';
export { at } from './template.ts';
export { testDatabase } from './test-database.ts';
export { type PostgresMajor, startTestServer, sweepTestServers, type TestServer } from './test-server.ts';
export { withoutTriggers } from './without-triggers.ts';
