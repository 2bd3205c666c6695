import { expect, it } from 'vitest';
import { wideSources } from './wide-sources.ts';

it('B006: the wide source filter offers four sources in their order', () => {
  expect(wideSources()).toEqual(['quayside', 'aliexpress', 'ebay', 'amazon']);
  expect(wideSources(['quayside'])).toHaveLength(4);
});

it('what a workspace is connected with besides can be filtered by too', () => {
  expect(wideSources(['cj', 'quayside'])).toEqual(['quayside', 'aliexpress', 'ebay', 'amazon', 'cj']);
});
