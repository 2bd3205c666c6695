import type { Transporter } from 'nodemailer';
import type { Deps } from '../../deps.ts';

/** One mail, ready to go. `id` makes its Message-ID. */
export interface Outgoing {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where the reader chooses what is mailed to him. */
  settings?: string | undefined;
  /** Where mails like it are ended with one click. */
  ends?: string | undefined;
  /** Name of the sender instead of ours; the address stays. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
}

/**
 * How mail programs let the reader have fewer: by a page (RFC 2369), or by themselves with one click (RFC 8058, section 3.1,
 * which wants https).
 */
export function fewerMails({ ends, settings }: Pick<Outgoing, 'ends' | 'settings'>): Record<string, string> {
  const url = ends ?? settings;
  if (!url) return {};
  const byPage = { 'List-Unsubscribe': `<${url}>` };
  return ends?.startsWith('https://') ? { ...byPage, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : byPage;
}

export type Post = (mail: Outgoing) => Promise<void>;

/** Sends through an SMTP server; undefined without one. The server may wait 20 seconds with any answer. */
export function createPost({
  config: { mail },
  watchCall,
}: Pick<Deps, 'watchCall'> & { config: Pick<Deps['config'], 'mail'> }): Post | undefined {
  if (!mail) return undefined;
  let transport: Transporter | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: mail.smtpUrl,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
    });
  };
  const address = mail.from.replace(/^.*</, '').replace(/>.*$/, '');
  const host = address.slice(address.lastIndexOf('@') + 1);
  const call = { connector: 'smtp', host: new URL(mail.smtpUrl).host, method: 'SEND' };
  const watched = watchCall ?? ((_call, work) => work());
  return async ({ id, to, subject, text, html, senderName, replyTo, ...ways }) => {
    // Not the promise: one that failed would be kept.
    transport ??= await open();
    const opened = transport;
    const send = () =>
      opened.sendMail({
        from: senderName ? { name: senderName, address } : mail.from,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        // An object: an address is never read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        // RFC 3834: mail programs answer nothing.
        headers: { 'Auto-Submitted': 'auto-generated', ...fewerMails(ways) },
      });
    await watched(call, send);
  };
}

/**
 * Whether the server surely didn't take the message: it said so, or there was no connection. Otherwise its answer may
 * have been lost.
 */
export function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, code, syscall } = error as { responseCode?: number; code?: string; syscall?: string };
  if (responseCode !== undefined) return true;
  return (
    ['EAUTH', 'EDNS', 'ETLS', 'EENVELOPE'].includes(code ?? '') || ['connect', 'getaddrinfo'].includes(syscall ?? '')
  );
}

/** What an SMTP error means, without the words of the server: 5xx is for good (RFC 5321, section 4.2.1). */
export function toRefusal(error: unknown): { forGood: boolean; code: string } {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  // A refused sign-in is a wrong setting, which its operator mends: it is tried again.
  const forGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return { forGood, code: [code, responseCode].filter(Boolean).join(' ') || 'no answer' };
}
