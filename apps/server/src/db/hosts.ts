import pg from 'pg';

/** One server of a database URL with several. */
interface Host {
  host: string;
  port: number;
}

/** How long a server may take to connect and respond before the next one is tried. Two in a row stay below CONNECT_MS. */
const PROBE_MS = 3_000;
/** How long a found primary is used without a new check, for connections that open together. */
const FRESH_MS = 1_000;
const DEFAULT_PORT = 5432;

/** Values of target_session_attrs that mean the primary; the others would allow a standby. */
const WRITES = ['read-write', 'primary'];

/** Splits off a port; IPv6 addresses are in brackets. */
function readHost(text: string): Host | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(text);
  const [, host, port = String(DEFAULT_PORT)] = match ?? [];
  return host && Number(port) <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : undefined;
}

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Why a list of hosts can't be used. */
export class HostsError extends Error {
  override readonly name = 'HostsError';
}

/**
 * Rewrites libpq's `postgres://user:password@one:5432,two:5432/db` as `postgres:///db?host=one,two&port=5432,5432&...`,
 * which libpq, node-postgres and `new URL` all parse; other URLs stay as they are. Throws HostsError.
 */
export function normalizeHosts(text: string): string {
  const match = /^(postgres(?:ql)?):\/\/(?:([^/?#]*)@)?([^/?#@]*,[^/?#@]*)([/?#].*)?$/i.exec(text);
  const url = parse(match ? `${match[1]}://${match[4] ?? '/'}` : text);
  if (!url) return text;
  if (match) {
    const hosts = (match[3] ?? '').split(',').map(readHost);
    if (hosts.includes(undefined)) throw new HostsError('write its hosts as host:port, separated by commas');
    url.searchParams.set('host', hosts.map((one) => one?.host).join(','));
    url.searchParams.set('port', hosts.map((one) => one?.port).join(','));
    const [user = '', ...password] = (match[2] ?? '').split(':');
    if (user) url.searchParams.set('user', decodeURIComponent(user));
    if (password.length > 0) url.searchParams.set('password', decodeURIComponent(password.join(':')));
  }
  if (readHosts(url.href).length < 2) return text;
  const wanted = url.searchParams.get('target_session_attrs') ?? 'read-write';
  if (!WRITES.includes(wanted))
    throw new HostsError(`target_session_attrs must be read-write or primary, got ${wanted}: Quayside writes`);
  return url.href;
}

/** Hosts of a normalized URL; a single port applies to all of them, as in libpq. */
function readHosts(url: string): Host[] {
  const params = parse(url)?.searchParams;
  const ports = params?.get('port')?.split(',') ?? [];
  const hosts = params?.get('host')?.split(',') ?? [];
  return hosts.map((host, at) => ({ host, port: Number(ports[at] ?? ports[0] ?? '') || DEFAULT_PORT }));
}

const nameOf = ({ host, port }: Host): string => `${host}:${port}`;

/** The same URL with a single host. */
function only(url: string, { host, port }: Host): string {
  const one = new URL(url);
  one.searchParams.set('host', host);
  one.searchParams.set('port', String(port));
  return one.href;
}

/** Throws unless the server accepts writes. */
async function requirePrimary(url: string, at: Host): Promise<Host> {
  const client = new pg.Client({
    connectionString: only(url, at),
    application_name: 'quayside setup',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => undefined);
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_done, fail) => {
    late = setTimeout(() => fail(new Error('no response')), PROBE_MS);
  });
  try {
    const asked = client.connect().then(() => client.query<{ standby: boolean }>('select pg_is_in_recovery() standby'));
    asked.catch(() => undefined);
    const { rows } = await Promise.race([asked, limit]);
    if (rows[0]?.standby !== false) throw new Error('a standby');
    return at;
  } catch (err) {
    // A server that hangs would keep the other end of the socket open.
    client.connection.stream.destroy();
    throw err;
  } finally {
    clearTimeout(late);
    client.end().catch(() => undefined);
  }
}

/** Errors with a severity come from a server, such as a wrong password; their codes matter to callers. */
function whyNone(hosts: readonly Host[], errors: readonly Error[]): Error {
  const refused = errors.find((error) => 'severity' in error && (error as { code?: string }).code !== '57P03');
  if (refused) return refused;
  const reasons = hosts.map((host, at) => `${nameOf(host)}: ${errors[at]?.message}`);
  return new Error(`no primary among the database hosts (${reasons.join('; ')})`);
}

/** The servers of one URL, of which one is the primary. */
class Servers {
  readonly #hosts: readonly Host[];
  /** Open connections by server. */
  readonly #open = new Map<pg.Client, Host>();
  #primary: Host | undefined;
  #seenAt = 0;
  #finding: Promise<Host> | undefined;

  constructor(hosts: readonly Host[]) {
    this.#hosts = hosts;
  }

  /** Returns the primary, or throws within two time limits. */
  find(url: string): Promise<Host> {
    if (this.#primary && Date.now() - this.#seenAt < FRESH_MS) return Promise.resolve(this.#primary);
    this.#finding ??= this.#search(url).finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #search(url: string): Promise<Host> {
    const last = this.#primary;
    const stays = last && (await requirePrimary(url, last).catch(() => undefined));
    const found = stays ?? (await this.#ask(url));
    this.#seenAt = Date.now();
    this.#primary = found;
    if (found !== last) this.#leaveOthers(found);
    return found;
  }

  async #ask(url: string): Promise<Host> {
    const asked = this.#hosts.map((host) => requirePrimary(url, host));
    return Promise.any(asked).catch((err: AggregateError) => {
      throw whyNone(this.#hosts, err.errors as Error[]);
    });
  }

  /** Connections to a former primary may still be open, if it hangs or is cut off from the others. */
  #leaveOthers(primary: Host): void {
    for (const [client, host] of this.#open) if (host !== primary) client.connection.stream.destroy();
  }

  add(client: pg.Client, host: Host): void {
    this.#open.set(client, host);
    client.once('end', () => this.#open.delete(client));
  }
}

const known = new Map<string, Servers>();

/** Servers of a list, shared by every connection of this process to it. */
function serversOf(hosts: readonly Host[]): Servers {
  const name = hosts.map(nameOf).join(',');
  const servers = known.get(name) ?? new Servers(hosts);
  known.set(name, servers);
  return servers;
}

type Connected = (err: Error | null, client?: pg.Client) => void;

/** node-postgres knows one host. For a URL with several, returns a client that connects to the primary among them. */
export function clientFor(url: string): typeof pg.Client {
  const hosts = readHosts(url);
  if (hosts.length < 2) return pg.Client;
  const servers = serversOf(hosts);
  return class PrimaryClient extends pg.Client {
    #isEnded = false;

    async #toPrimary(): Promise<pg.Client> {
      const found = await servers.find(url);
      // The caller gave up meanwhile; connecting now would leak a connection.
      if (this.#isEnded || this.connection.stream.destroyed) throw new Error('Connection terminated');
      this.host = found.host;
      this.port = found.port;
      await super.connect();
      servers.add(this, found);
      return this;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.#toPrimary();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (err: Error) => callback(err),
      );
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: (err: Error) => void): void;
    override end(callback?: (err: Error) => void): Promise<void> | undefined {
      this.#isEnded = true;
      if (!callback) return super.end();
      super.end(callback);
      return undefined;
    }
  } as typeof pg.Client;
}
