// Loaded with --import into each process of the drill.
import { flushCompileCache } from 'node:module';
import pg from 'pg';

const FLUSH_MS = 1_000;

// Sets its clock off by DRILL_CLOCK_MS against everybody else's.
const byMs = Number(process.env.DRILL_CLOCK_MS ?? 0);
if (byMs !== 0) {
  const now = Date.now.bind(Date);
  Date.now = () => now() + byMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, made),
    apply: (target) => new target(target.now()).toString(),
  });
}

// Its sessions name it to the database. A port would not: a pooler, and Citus on its workers, connect with ports of their own.
interface WithStartup {
  getStartupConf(): Record<string, unknown>;
}
const client = pg.Client.prototype as unknown as WithStartup;
const startup = client.getStartupConf;
client.getStartupConf = function (this: WithStartup) {
  const conf = startup.call(this);
  return { ...conf, application_name: `${conf.application_name} ${process.pid}` };
};

// Node.js writes its compile cache when a process ends in order, which a killed one never does.
setInterval(flushCompileCache, FLUSH_MS).unref();
