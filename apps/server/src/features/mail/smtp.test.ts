import { expect, it } from 'vitest';
import { watchCalls } from '../../watch/watched-http.ts';
import { withWork } from '../../watch/work-context.ts';
import { createPost, fewerMails } from './smtp.ts';

const ends = 'https://quay.example.com/unsubscribe/abc';

it('lets mail programs end mails with one click where the link is https (RFC 8058), and by a page elsewhere', () => {
  expect(fewerMails({ ends, settings: 'https://quay.example.com/app/setting/notification' })).toEqual({
    'List-Unsubscribe': `<${ends}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(fewerMails({ ends: 'http://127.0.0.1:4000/unsubscribe/abc' })).toEqual({
    'List-Unsubscribe': '<http://127.0.0.1:4000/unsubscribe/abc>',
  });
  expect(fewerMails({ settings: 'https://quay.example.com/app/setting/notification' })).toEqual({
    'List-Unsubscribe': '<https://quay.example.com/app/setting/notification>',
  });
  expect(fewerMails({})).toEqual({});
});

it('a mail is counted, logged and traced as a call of its job, without its reader', async () => {
  const seen: unknown[] = [];
  const span = (name: string) => ({
    traceId: 't',
    traceparent: name,
    end: (_facts?: object, error?: string) => seen.push({ ended: name, error }),
  });
  const watchCall = watchCalls({
    log: { debug: (facts: object) => seen.push(facts) } as never,
    metrics: {
      outsideCall: ({ connector, outcome }: Record<string, unknown>) => seen.push({ connector, outcome }),
    } as never,
    tracer: {
      start: (name, kind, facts, parent) => {
        seen.push({ name, kind, facts, parent: (parent as { traceparent: string }).traceparent });
        return span(name);
      },
      close: async () => undefined,
    },
  });
  // Port 9 discards, where anything listens at all.
  const mail = { smtpUrl: 'smtp://me:secret@127.0.0.1:9', from: 'Quayside <harbour@example.com>' };
  const post = createPost({ config: { mail }, watchCall });
  const letter = { id: 'a', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '' };
  await expect(withWork({ requestId: 'r', span: span('job') }, () => post?.(letter))).rejects.toThrow('ECONNREFUSED');
  const host = '127.0.0.1:9';
  const outcome = 'Error ESOCKET';
  expect(seen).toEqual([
    {
      name: 'SEND smtp',
      kind: 'client',
      facts: { 'server.address': host, 'quayside.connector': 'smtp' },
      parent: 'job',
    },
    { ended: 'SEND smtp', error: outcome },
    { connector: 'smtp', outcome },
    { connector: 'smtp', host, method: 'SEND', outcome, durationMs: expect.any(Number) },
  ]);
});
