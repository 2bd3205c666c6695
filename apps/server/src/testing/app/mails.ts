import type { Client, TestApp } from './test-app.ts';

const PATIENCE_MS = 20_000;

/** Waits until something is there; asks again and again. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

export interface ReadMail {
  subject: string;
  text: string;
  language: string;
}

/** The operator of an app that was started with QUAYSIDE_OPERATORS=operator@example.com. */
export const OPERATOR = 'operator@example.com';

/** Reads, as the operator, the newest mail of a kind to somebody, once there are `nth` of them. */
export function mailTo(operator: Client, to: string, kind: string, nth = 1): Promise<ReadMail> {
  return until(`a ${kind} mail to ${to}`, async () => {
    const { data } = await operator.call('GET /operator/mails');
    const own = data.items.filter((mail) => mail.recipient === to && mail.kind === kind);
    if (own.length < nth) return undefined;
    const mail = await operator.call('GET /operator/mails/{mail_id}', { params: { mail_id: own[0]?.mail_id ?? '' } });
    return { subject: mail.data.subject, text: mail.data.text ?? '', language: mail.data.language };
  });
}

/** The link of a mail, in its parts. */
export function linkIn(app: TestApp, text: string): { path: string; id: string; code: string } {
  const url = new URL(/https?:\/\/\S+\?\S+/.exec(text)?.[0] ?? app.url);
  return { path: url.pathname, id: url.searchParams.get('id') ?? '', code: url.searchParams.get('code') ?? '' };
}
