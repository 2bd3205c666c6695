import { createServer, type Socket } from 'node:net';

export interface CaughtMail {
  from: string;
  to: string[];
  /** Header lines unfolded, by their names in small letters. */
  headers: Record<string, string>;
  raw: string;
}

export interface MailCatcher {
  url: string;
  mails: CaughtMail[];
  /** What the next mails are answered with instead of being taken, one after the other. */
  refusals: string[];
  stop(): Promise<void>;
}

function headersOf(raw: string): Record<string, string> {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  return Object.fromEntries(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** An SMTP server on loopback that keeps what it is given: just enough of RFC 5321 to be spoken to. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let buffer = '';
    let data: string[] | undefined;
    let mail = { from: '', to: [] as string[] };
    const say = (line: string) => socket.write(`${line}\r\n`);
    const line = (text: string): void => {
      if (data) {
        if (text !== '.') return void data.push(text.startsWith('..') ? text.slice(1) : text);
        const raw = data.join('\r\n');
        data = undefined;
        mails.push({ ...mail, headers: headersOf(raw), raw });
        return void say('250 kept');
      }
      const verb = text.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(text)?.[1] ?? '';
      if (verb === 'MAIL') mail = { from: address, to: [] };
      if (verb === 'RCPT') {
        const refusal = refusals.shift();
        if (refusal) return void say(refusal);
        mail.to.push(address);
      }
      if (verb === 'DATA') {
        data = [];
        return void say('354 go on');
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      say(verb === 'EHLO' ? '250 catcher' : '250 ok');
    };
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        line(text);
      }
    });
    say('220 catcher');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
