export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { testDatabase } from './test-database.ts';
export { type PostgresMajor, startTestServer, sweepTestServers, type TestServer } from './test-server.ts';
