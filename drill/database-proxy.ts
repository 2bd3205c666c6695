import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy in front of PostgreSQL whose connections can be cut and slowed down. */
export interface DatabaseProxy {
  port: number;
  /** From now on everything takes so much longer, in both directions. */
  delay(ms: number): void;
  /** Breaks every open connection. Returns how many there were. */
  cut(): number;
  close(): void;
}

export async function startDatabaseProxy(target: { host: string; port: number }): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let delayMs = 0;

  /** Bytes stay in order: what comes while something is held back waits behind it. */
  function pass(from: Socket, to: Socket): void {
    let before = Promise.resolve();
    let held = 0;
    const inTurn = (work: () => void): void => {
      if (delayMs === 0 && held === 0) {
        work();
        return;
      }
      held += 1;
      before = before
        .then(() => sleep(delayMs))
        .then(() => {
          held -= 1;
          work();
        });
    };
    from.on('data', (bytes) => inTurn(() => to.write(bytes)));
    from.on('end', () => inTurn(() => to.end()));
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  }

  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const cut = (): number => {
    const open = sockets.size / 2;
    for (const socket of sockets) socket.destroy();
    return open;
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    delay(ms) {
      delayMs = ms;
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
