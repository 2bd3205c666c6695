import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuardedHttp, type HttpClient, hostPort } from '@quayside/connector-kit';
import { systemClock } from '@quayside/kernel';
import { folderSecrets, type SandboxProcess, stopSandbox } from '@quayside/sandbox';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { connectorRegistry } from './connectors.ts';
import { resolveDataDir, StartRefused, startEmbedded } from './db/embedded/index.ts';
import { analyzeGrown, createDb } from './db/index.ts';
import type { Deps } from './deps.ts';
import { type OperatorLink, offerClaims } from './features/accounts/index.ts';
import { DEMO, demoPassword } from './features/demo/demo-account.ts';
import { checkBucket } from './files/blob-store.ts';
import { createHttpApp } from './http/app.ts';
import { serveExtension } from './http/extension-zip.ts';
import { serveFlags } from './http/flags.ts';
import { servePictures } from './http/pictures.ts';
import { serveReference } from './http/reference.ts';
import { serveWebApp } from './http/web-app.ts';
import { installed } from './installed/index.ts';
import { databaseChecks, queuePools, reclaimJobs, startBoss } from './jobs/boss.ts';
import { createDeadLetters } from './jobs/dead-letters.ts';
import { createQueue } from './jobs/queue.ts';
import { ensureQueues, startWorker, type Worker } from './jobs/worker.ts';
import type { Log } from './log.ts';
import { openOwnWarehouse, ownSupplier, withOwnWarehouse } from './own-warehouse.ts';
import { prepareDatabase } from './prepare-database.ts';
import { printLog } from './print-log.ts';
import { createReadiness, type Lifecycle } from './readiness.ts';
import { sandboxSocial, sandboxWorld, warehouseKeys } from './sandbox-world.ts';
import { watchServer } from './sending/index.ts';
import { socialProviders } from './social.ts';
import { sandboxFolder, startSandbox } from './start-sandbox.ts';
import { createVault } from './vault/vault.ts';
import { VERSION } from './version.ts';
import { createMetrics } from './watch/metrics.ts';
import { serveMetrics } from './watch/serve-metrics.ts';
import { statementName } from './watch/statement-name.ts';
import { inSpan, type Tracer, type Watch } from './watch/tracer.ts';
import { watchCalls, watchedHttp } from './watch/watched-http.ts';
import { withoutWork } from './watch/work-context.ts';

export interface Running {
  /** Printed when everything is ready. */
  greeting: string;
  url: string;
  /** Port of the web role; 0: none. */
  listens: { port: number };
  /** Address of the metrics, if they have one of their own. */
  metricsUrl: string | undefined;
  sandboxUrl: string | undefined;
  /** Links to claim operator accounts; printed. */
  operatorLinks: readonly OperatorLink[];
  deps: Deps;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The folder of the checkout. */
  root: string;
  /** The built web app; default apps/web/dist. */
  webDist?: string;
  /** Resolves when the web app and the extension are built, in parallel with the start of the database. */
  webReady?: Promise<unknown>;
  /** A sandbox that was already started; default: start it here unless it is off. */
  sandbox?: Promise<SandboxProcess>;
  /** How long a web role keeps serving after a stop signal; default DRAIN_MS. */
  drainMs?: number;
  /** How long figures from the database are kept for metrics; default FIGURES_MS. */
  figuresMs?: number;
}

type Cleanup = () => Promise<unknown>;

/**
 * How long a web role keeps serving after a stop signal, so that a load balancer sees /readyz fail before the port
 * closes. The whole stop takes less than 10 seconds (main.ts).
 */
const DRAIN_MS = 5_000;

/** How long running work may take before its outside calls are aborted, and then for handing it back. */
const GRACE_MS = 4_000;
const HAND_BACK_MS = 2_500;
/** The same for a process that only serves requests, after its drain; it has no jobs to hand back. */
const GRACE_AFTER_DRAIN_MS = 1_000;
const CUT_REQUESTS_MS = 1_000;

/** How long the last spans may take: a collector that is down must not delay the stop. */
const LAST_SPANS_MS = 1_000;

/** Facts of a statement's span. */
const DATABASE = { 'db.system.name': 'postgresql' };

/** How long to wait for the sandbox's exit; it exits a little later in any case. */
const SANDBOX_MS = 2_000;

/** Prometheus usually scrapes every 15 to 60 seconds; several scrapers share a reading. */
const FIGURES_MS = 10_000;

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((done) => setTimeout(done, ms).unref())]);

interface Ending {
  /** Stopped in parallel: these stop accepting work and finish or hand back the rest. */
  together: Cleanup[];
  /** Aborts outside calls that no one waits for. */
  cut: Cleanup;
  /** When that happens, and how long after it the process stops waiting, in milliseconds. */
  cutAfterMs: number;
  giveUpAfterMs: number;
  /** Dependencies of the work, stopped in reverse order of their start. */
  afterwards: Cleanup[];
}

/** Stops the work, or gives up a little after aborting its calls: nothing may keep a stopping process alive. */
async function endWork(ending: Ending): Promise<void> {
  let cutOff: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    cutOff = setTimeout(() => void ending.cut().catch(() => undefined), ending.cutAfterMs);
    giveUp = setTimeout(done, ending.cutAfterMs + ending.giveUpAfterMs);
  });
  await Promise.race([Promise.all(ending.together.splice(0).map((end) => end())), late]);
  clearTimeout(cutOff);
  clearTimeout(giveUp);
}

/** Starts the requested roles. If a step fails, everything started before is stopped. */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const ending: Ending = {
    together: [],
    cut: async () => undefined,
    cutAfterMs: GRACE_MS,
    giveUpAfterMs: HAND_BACK_MS,
    afterwards: [],
  };
  const stop = async (): Promise<void> => {
    await endWork(ending);
    for (const cleanup of ending.afterwards.splice(0).reverse()) await cleanup();
  };
  try {
    return await bringUp(config, options, ending, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(
  config: Config,
  { root, webDist, webReady, sandbox: sandboxEarly, drainMs = DRAIN_MS, figuresMs = FIGURES_MS }: StartOptions,
  ending: Ending,
  stop: () => Promise<void>,
): Promise<Running> {
  const { afterwards: cleanups, together } = ending;
  const log = printLog(config.logLevel);
  const { dir: dataDir, note } = resolveDataDir(config.dataDir);

  const watch: Watch = { metrics: createMetrics(), tracer: await openTracer(config) };
  const { metrics, tracer } = watch;
  // Ended last, so that the spans of the shutdown are sent too.
  cleanups.push(async () => tracer && within(LAST_SPANS_MS, tracer.close()));

  const sandboxDir = sandboxFolder(dataDir);
  const sandboxStarting = sandboxEarly ?? startSandbox(config);
  // The sandbox survives a kill, but ends with the orderly stop or failed start of the last process that uses it.
  cleanups.push(async () => {
    const started = await sandboxStarting?.catch(() => undefined);
    if (started) await within(SANDBOX_MS, stopSandbox({ dataDir: sandboxDir, unlessUsed: true }));
  });
  let ownerUrl = config.databaseUrl;
  if (!ownerUrl) {
    const embedded = await startEmbedded({ dataDir, log: (line) => log.info({}, line) });
    cleanups.push(() => embedded.stop());
    ownerUrl = embedded.ownerUrl;
  }
  const { appUrl, secret } = await prepareDatabase({ ownerUrl, config, dataDir, log });
  const db = createDb({
    ownerUrl,
    appUrl,
    poolSize: config.poolSize,
    onWait: metrics.poolWait,
    ...(tracer ? { onStatement: (text, run) => inSpan(tracer, statementName(text), DATABASE, run) } : {}),
    // A connection outlives the request that opened it.
    onConnectionError: (err) => withoutWork(() => log.warn({ err }, 'database connection lost')),
  });
  cleanups.push(() => db.close());
  if (config.roles.worker) cleanups.push(analyzeMeanwhile(ownerUrl, log));
  if (!config.databaseUrl) await reclaimJobs(db);
  const boss = await startBoss(appUrl, config.roles.worker, log);
  cleanups.push(() => boss.stop({ graceful: false }));
  metrics.watchPools(() => [...db.pools(), ...queuePools(boss)]);

  const sandbox = await sandboxStarting;
  const world = sandbox ? sandboxWorld(sandbox.baseUrl, secret, folderSecrets(sandboxDir)) : undefined;
  const ownKey = warehouseKeys(secret).own;
  // Private hosts come only from the settings, including the model's URL.
  const privateHosts = new Set([
    ...config.privateHosts,
    ...(config.ai?.baseUrl ? [hostPort(new URL(config.ai.baseUrl))] : []),
  ]);
  const watchCall = watchCalls({ log, metrics, tracer });
  const watched = (client: HttpClient) => watchedHttp(client, watchCall);
  const outside = createGuardedHttp({ allowHosts: () => privateHosts });
  const http = withOwnWarehouse(outside, () => deps);
  // A separate client with separate connections: a shared keep-alive connection would bypass the check.
  const sandboxHosts = sandbox ? new Set([...privateHosts, new URL(sandbox.baseUrl).host]) : undefined;
  const sandboxHttp = sandboxHosts && createGuardedHttp({ allowHosts: () => sandboxHosts });
  const closeHttp = () => Promise.all([outside.close(), sandboxHttp?.close()]);
  ending.cut = closeHttp;
  cleanups.push(closeHttp);
  cleanups.push(() => http.close());
  const deps: Deps = {
    config: { ...config, dataDir },
    db,
    queue: createQueue(boss),
    clock: systemClock,
    http: watched(http),
    watchCall,
    ...(sandboxHttp ? { sandboxHttp: watched(sandboxHttp) } : {}),
    vault: createVault([secret, ...(config.previousAppSecret ? [config.previousAppSecret] : [])]),
    connectors: connectorRegistry(config, installed, world, sandbox ? undefined : ownSupplier(ownKey)),
    social: socialProviders(
      config,
      sandbox ? { baseUrl: sandbox.baseUrl, client: sandboxSocial(folderSecrets(sandboxDir)) } : undefined,
    ),
    log,
  };
  await requireFileStorage(deps);
  const lifecycle: Lifecycle = { phase: 'serving' };
  let worker: Worker | undefined;
  const checks = {
    ...(await databaseChecks(boss)),
    ...(config.roles.worker ? { worker: () => worker?.isRunning() ?? false } : {}),
  };
  const readiness = createReadiness(checks, lifecycle, log);
  const { features, onDead, reclaim, afterListen, frameOf, pageFacts } = compose(deps, {
    version: VERSION,
    sandboxUrl: sandbox?.baseUrl,
    warehouseKeys: warehouseKeys(secret),
    demoPassword: demoPassword(config, secret),
    deadJobs: createDeadLetters(boss, db),
    readiness,
    metrics,
    figuresMs,
  });
  if (deps.connectors.isServedHere('quayside', 'live')) await openOwnWarehouse(deps, ownKey);
  await ensureQueues(
    boss,
    features.flatMap((feature) => feature.jobs.map((job) => job.kind)),
  );

  let url = config.ownUrl;
  let port = 0;
  if (config.roles.web) {
    const app = await createHttpApp(deps, { lifecycle, watch });
    // A process with both roles has no other one that a load balancer could use.
    const drains = !config.roles.worker;
    if (drains) {
      ending.cutAfterMs = drainMs + GRACE_AFTER_DRAIN_MS;
      ending.giveUpAfterMs = CUT_REQUESTS_MS;
    }
    together.push(async () => {
      lifecycle.phase = 'draining';
      if (app.fastify.server.listening && drains) await sleep(drainMs);
      lifecycle.phase = 'closing';
      await app.fastify.close();
    });
    for (const feature of features) await feature.routes(app);
    await serveReference(app, VERSION);
    servePictures(app, deps);
    serveFlags(app);
    await webReady;
    serveExtension(app, join(root, 'apps/extension/dist'), () => deps.config.ownUrl, VERSION);
    await serveWebApp(app, webDist ?? join(root, 'apps/web/dist'), { frameOf, pageFacts });
    const address = await app.fastify.listen({ host: config.host, port: config.port });
    port = Number(new URL(address).port);
    url = config.appUrl ?? address.replace('[::]', '127.0.0.1').replace('0.0.0.0', '127.0.0.1');
    deps.config.ownUrl = url;
  }
  if ((await watchServer(db)) === 'changed')
    log.error({}, 'Sending is paused because the data is on another PostgreSQL server or timeline.');
  // Before jobs start: piled-up jobs can occupy all connections for a while.
  together.push(await afterListen(url));
  if (config.roles.worker) {
    if (!config.databaseUrl) await reclaim();
    const started = await startWorker(
      boss,
      db,
      features.flatMap((feature) => feature.jobs),
      log,
      onDead,
      watch,
    );
    worker = started;
    together.push(() => started.stop(GRACE_MS + HAND_BACK_MS - 500));
  }
  const served = config.metrics.address
    ? await serveMetrics(metrics, config.metrics.address, config.metrics.token, readiness)
    : undefined;
  if (served) cleanups.push(served.close);
  const operatorLinks = config.roles.web ? await offerClaims(deps) : [];
  return {
    greeting: greetingOf(config, url, note, demoPassword(config, secret), operatorLinks),
    url,
    operatorLinks,
    listens: { port },
    metricsUrl: served?.url,
    sandboxUrl: sandbox?.baseUrl,
    deps,
    stop,
  };
}

/** Refuses settings that the file storage refuses. One that does not respond may be back before the first file. */
async function requireFileStorage(deps: Deps): Promise<void> {
  const failure = await checkBucket(deps);
  if (!failure) return;
  if (failure.isRefusal)
    throw new StartRefused(
      `The bucket in S3_BUCKET_URL can't be used (${failure.reason}): check its URL, S3_REGION, the key and its rights to read, write, delete and list (docs/guides/several-machines.md).`,
    );
  deps.log.warn({ reason: failure.reason }, 'The file storage does not respond.');
}

/** Loads OpenTelemetry's SDK only if traces are sent: it takes memory, and time to start. */
async function openTracer({ tracing }: Config): Promise<Tracer | undefined> {
  if (!tracing) return undefined;
  const { createTracer } = await import('./watch/open-telemetry.ts');
  return createTracer({ ...tracing, version: VERSION });
}

/** Analyzes tables that a crash or a restore left without statistics, beside the start. Returns what ends it. */
function analyzeMeanwhile(ownerUrl: string, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const done = analyzeGrown(ownerUrl, stopping.signal).then(
    (tables) =>
      tables.length > 0 &&
      log.info(
        { tables },
        'analyzed tables that had grown since their last statistics, as after a crash or a restore of the database',
      ),
    (err: unknown) => log.warn({ err }, 'tables that may have grown could not be analyzed'),
  );
  return async () => {
    stopping.abort();
    await done;
  };
}

function greetingOf(
  config: Config,
  url: string,
  note: string | undefined,
  password: string,
  operatorLinks: readonly OperatorLink[],
): string {
  const lines = [`Quayside is ready at ${url}`];
  if (!config.roles.web) lines[0] = 'Quayside worker is ready';
  if (config.sandbox && config.roles.web)
    lines.push(
      config.sandboxDemo
        ? `The sandbox is on. Sign in as ${DEMO.email} with the password ${password}`
        : 'The sandbox is on, without a demo account.',
    );
  for (const link of operatorLinks)
    lines.push(
      `Operator ${link.email} has no account yet. To set a password, open this link within 24 hours (it works once): ${link.url}`,
    );
  if (config.roles.web && config.operators.length === 0)
    lines.push('No operator is named: set QUAYSIDE_OPERATORS to your email to open the outbox and the failed jobs.');
  if (note) lines.push(note);
  return lines.join('\n');
}
