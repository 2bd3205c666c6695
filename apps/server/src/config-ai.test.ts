import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const ai = (env: Record<string, string>) => readConfig(env, [], '/tmp').ai;

it('a model is set whole, or not at all', () => {
  expect(ai({})).toBeUndefined();
  expect(ai({ AI_PROVIDER: 'openai', AI_MODEL: 'gpt-5-mini', AI_API_KEY: 'k' })).toEqual({
    provider: 'openai',
    model: 'gpt-5-mini',
    apiKey: 'k',
  });
  expect(ai({ AI_PROVIDER: 'compatible', AI_MODEL: 'qwen', AI_BASE_URL: 'http://127.0.0.1:11434/v1/' })).toEqual({
    provider: 'compatible',
    model: 'qwen',
    baseUrl: 'http://127.0.0.1:11434/v1',
  });
});

it.each([
  [{ AI_API_KEY: 'sk-secret' }, 'AI_MODEL, AI_API_KEY and AI_BASE_URL need AI_PROVIDER'],
  [{ AI_PROVIDER: 'openai', AI_API_KEY: 'sk-secret' }, 'AI_PROVIDER needs AI_MODEL'],
  [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' }, 'AI_PROVIDER=anthropic needs AI_API_KEY'],
  [{ AI_PROVIDER: 'compatible', AI_MODEL: 'm' }, 'AI_PROVIDER=compatible needs AI_BASE_URL'],
  [{ AI_PROVIDER: 'compatible', AI_MODEL: 'm', AI_BASE_URL: 'ftp://sk-secret' }, 'AI_BASE_URL is not valid'],
  [{ AI_PROVIDER: 'somebody' }, 'AI_PROVIDER is not valid'],
])('%j stops the start with one sentence that shows no key', (env, sentence) => {
  const said = () => ai(env as Record<string, string>);
  expect(said).toThrow(ConfigError);
  expect(said).toThrow(sentence);
  expect(said).not.toThrow('sk-secret');
});

it('a model of one’s own does not end the sandbox', () => {
  const env = { AI_PROVIDER: 'compatible', AI_MODEL: 'm', AI_BASE_URL: 'http://127.0.0.1:11434/v1' };
  expect(readConfig(env, [], '/tmp').sandbox).toBe(true);
});

const images = (env: Record<string, string>) => readConfig(env, [], '/tmp').aiImages;

it('images have a model of their own', () => {
  expect(images({})).toBeUndefined();
  expect(images({ AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'gpt-image-1', AI_IMAGE_API_KEY: 'k' })).toEqual({
    provider: 'openai',
    model: 'gpt-image-1',
    apiKey: 'k',
  });
});

it.each([
  [{ AI_IMAGE_API_KEY: 'sk-secret' }, 'need AI_IMAGE_PROVIDER'],
  [{ AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_API_KEY: 'sk-secret' }, 'AI_IMAGE_PROVIDER needs AI_IMAGE_MODEL'],
  [{ AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm' }, 'AI_IMAGE_PROVIDER=openai needs AI_IMAGE_API_KEY'],
  [{ AI_IMAGE_PROVIDER: 'compatible', AI_IMAGE_MODEL: 'm' }, 'needs AI_IMAGE_BASE_URL'],
])('%j stops the start with one sentence', (env, sentence) => {
  expect(() => images(env as Record<string, string>)).toThrow(sentence);
});
