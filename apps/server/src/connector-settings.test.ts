import type { ConnectorManifest, ConnectorSetting } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const setting = (env: string, change: Partial<ConnectorSetting> = {}): ConnectorSetting => ({
  env,
  sets: { credential: env.toLowerCase() },
  type: 'secret',
  required: true,
  help: '',
  ...change,
});

const crate: ConnectorManifest = {
  id: 'crate',
  label: 'Crate & Co',
  mark: { letters: 'C', color: '#334455' },
  settings: [
    setting('CRATE_URL', { sets: 'baseUrl', type: 'url' }),
    setting('CRATE_KEY', { minLength: 8 }),
    setting('CRATE_SECRET', { required: false }),
  ],
  connect: {},
};
const read = (env: Record<string, string>) => readConfig(env, [], '/tmp', [crate]);

it('reads the settings that a connector declares', () => {
  const { connectors, sandbox } = read({ CRATE_URL: 'https://api.crate.example/', CRATE_KEY: 'longenough' });
  expect({ ...connectors }).toEqual({
    crate: { baseUrl: 'https://api.crate.example', credentials: { crate_key: 'longenough' } },
  });
  expect(sandbox).toBe(false);
});

it('knows nothing of a connector without settings, and then the sandbox is on', () => {
  const { connectors, sandbox } = read({});
  expect(Object.keys(connectors)).toEqual([]);
  expect(connectors.constructor).toBeUndefined();
  expect(sandbox).toBe(true);
});

it.each([
  [{ CRATE_KEY: 'longenough' }, 'CRATE_KEY and CRATE_URL must be set together: set both or neither.'],
  [{ CRATE_SECRET: 'x' }, 'CRATE_SECRET and CRATE_URL must be set together: set both or neither.'],
  [{ CRATE_URL: 'ftp://crate.example', CRATE_KEY: 'longenough' }, 'CRATE_URL is not valid (value hidden)'],
  [{ CRATE_URL: 'https://crate.example', CRATE_KEY: 'short' }, 'CRATE_KEY is not valid (value hidden)'],
])('refuses %o', (env, sentence) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(sentence);
});
