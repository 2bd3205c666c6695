import { ConnectorError, type HttpClient, type HttpRequest } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import { askModel } from './ask-model.ts';

/** A provider that answers every request with the same. */
function provider(status: number, body: unknown): HttpClient & { asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const text = JSON.stringify(body);
  return {
    asked,
    async send(request) {
      asked.push(request);
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(text), text };
    },
  };
}
const words = { title: 'A lamp', description_html: '<p>Bright.</p>' };
const prompt = { instructions: 'Write.', product: '<product>{}</product>' };
const { signal } = new AbortController();

describe('what goes over the line', () => {
  it('to Anthropic, as its Messages API is published', async () => {
    const http = provider(200, {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: JSON.stringify(words) }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 20 },
    });
    const ai = { provider: 'anthropic', model: 'claude-sonnet-4-5', apiKey: 'k' } as const;
    expect(await askModel(ai, http, ['title', 'description_html'], prompt, signal)).toEqual(words);
    const [request] = http.asked;
    expect(request?.url).toBe('https://api.anthropic.com/v1/messages');
    expect(request?.headers?.['x-api-key']).toBe('k');
    expect(request?.effect).toBe(false);
    expect(JSON.parse(String(request?.body))).toMatchObject({ model: 'claude-sonnet-4-5' });
  });

  it('to OpenAI, as its chat completions are published', async () => {
    const http = provider(200, {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-5-mini',
      choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify(words) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
    const ai = { provider: 'openai', model: 'gpt-5-mini', apiKey: 'k' } as const;
    expect(await askModel(ai, http, ['title', 'description_html'], prompt, signal)).toEqual(words);
    const [request] = http.asked;
    expect(request?.url).toBe('https://api.openai.com/v1/chat/completions');
    expect(request?.headers?.authorization).toBe('Bearer k');
    const body = JSON.parse(String(request?.body)) as { response_format: { type: string; json_schema: object } };
    expect(body.response_format.type).toBe('json_schema');
    // Some providers refuse a schema with bounds in it.
    expect(JSON.stringify(body.response_format.json_schema)).not.toMatch(/minLength|maxLength/);
  });

  it('to a server that answers like OpenAI, with no number of tokens: its context may be smaller than what we would ask for', async () => {
    const http = provider(200, {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'small',
      choices: [{ index: 0, message: { role: 'assistant', content: JSON.stringify(words) }, finish_reason: 'stop' }],
    });
    const ai = { provider: 'compatible', model: 'small', baseUrl: 'http://127.0.0.1:11434/v1' } as const;
    expect(await askModel(ai, http, ['title', 'description_html'], prompt, signal)).toEqual(words);
    const body = JSON.parse(String(http.asked[0]?.body)) as object;
    expect(Object.keys(body).filter((key) => key.includes('tokens'))).toEqual([]);
  });

  it('is asked once: whether it is tried again is decided elsewhere', async () => {
    const http = provider(500, { error: { message: 'no' } });
    const ai = { provider: 'openai', model: 'gpt-5-mini', apiKey: 'k' } as const;
    await expect(askModel(ai, http, ['title', 'description_html'], prompt, signal)).rejects.toMatchObject({
      failed: { what: 'answer', status: 500 },
    });
    expect(http.asked).toHaveLength(1);
  });
});

it('a server that is not there does not answer: its refusal is no answer that cannot be read', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:11434'), { code: 'ECONNREFUSED' });
  const http: HttpClient = {
    send: () => Promise.reject(new ConnectorError('temporary', refused.message, { cause: refused })),
  };
  const ai = { provider: 'compatible', model: 'small', baseUrl: 'http://127.0.0.1:11434/v1' } as const;
  await expect(askModel(ai, http, ['title', 'description_html'], prompt, signal)).rejects.toMatchObject({
    failed: { what: 'connection', kind: 'temporary' },
  });
});
