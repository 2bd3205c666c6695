import { connect, createServer, type Socket } from 'node:net';

/** Distributes TCP connections among web processes in turn, as a load balancer in front of them does. */
export interface Balancer {
  port: number;
  /** The port of the process that the next request goes to; undefined when none comes in time. */
  nextRequest(withinMs: number): Promise<number | undefined>;
  close(): void;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  let waiting: ((port: number) => void) | undefined;

  /** A process that is down refuses the connection, which then goes to the next one. */
  function open(left: number, client: Socket): void {
    const port = ports[turn++ % ports.length] ?? 0;
    const upstream = connect({ host: '127.0.0.1', port });
    upstream.setNoDelay(true);
    sockets.add(upstream);
    upstream.once('close', () => sockets.delete(upstream));
    let isOpen = false;
    upstream.once('error', () => {
      if (!isOpen && left > 1) open(left - 1, client);
      else client.destroy();
    });
    upstream.once('connect', () => {
      isOpen = true;
      client.on('data', () => waiting?.(port));
      client.pipe(upstream);
      upstream.pipe(client);
      client.once('close', () => upstream.destroy());
      upstream.once('close', () => client.destroy());
    });
  }

  const server = createServer((client) => {
    client.setNoDelay(true);
    client.on('error', () => client.destroy());
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    open(ports.length, client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    nextRequest: (withinMs) =>
      new Promise((resolve) => {
        const end = (port?: number) => {
          clearTimeout(late);
          waiting = undefined;
          resolve(port);
        };
        const late = setTimeout(end, withinMs);
        waiting = end;
      }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
