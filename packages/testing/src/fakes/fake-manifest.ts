import type { ConnectorManifest } from '@quayside/connector-kit';

/** What a connector in memory says of itself: an owner types one key. */
export const fakeManifest = (id: string, label: string): ConnectorManifest => ({
  id,
  label,
  homepage: 'https://outside.example.com',
  mark: { letters: label.slice(0, 1), color: '#334455' },
  settings: [],
  connect: { keys: { fields: [{ name: 'key', labelKey: 'key', type: 'secret', required: true }] } },
});
