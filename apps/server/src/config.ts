import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import type { ConnectorId, ConnectorManifest } from '@quayside/connector-kit';
import { type AccountHistoryKind, getPlan, type HistoryKind, LARGEST_PLAN } from '@quayside/contracts';
import { z } from 'zod';
import { type ConnectorSettings, readConnectorSettings, settingsShape } from './connector-settings.ts';
import { HostsError, normalizeHosts } from './db/hosts.ts';
import { getManifests, installed } from './installed/index.ts';

const port = z.coerce.number().int().min(0).max(65_535);
/** Whole months; 0 keeps everything. */
const months = z.coerce.number().int().min(0).max(1_200);
const onOff = z.enum(['on', 'off']);
const webAddress = z.url({ protocol: /^https?$/ }).optional();
/** Values accepted by proxy-addr, which parses X-Forwarded-For. */
const isProxy = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal', 'none'].includes(text)) return true;
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};
/** A database URL; several hosts are rewritten to the form that every library parses. */
const databaseAddress = z
  .string()
  .transform((text, context) => {
    try {
      return normalizeHosts(text);
    } catch (err) {
      if (!(err instanceof HostsError)) throw err;
      context.addIssue({ code: 'custom', message: err.message });
      return z.NEVER;
    }
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }));
/** host:port; an IPv6 host in brackets. */
const hostAndPort = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^\s:[\]/]+):\d{1,5}$/, 'use the form 127.0.0.1:9464 or [::1]:9464')
  .transform((text) => ({
    host: text.slice(0, text.lastIndexOf(':')).replace(/^\[|\]$/g, ''),
    port: Number(text.slice(text.lastIndexOf(':') + 1)),
  }))
  .refine(({ port: number }) => number <= 65_535, 'use a port up to 65535');
/** name=value pairs with percent-encoded values, as OpenTelemetry's settings have them. */
const headerList = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=(\S+)\s*$/.exec(pair));
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '%')]));
  } catch {
    context.addIssue('use the form name=value,other=value, with values percent-encoded');
    return z.NEVER;
  }
});
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/**
 * By default the proxy is on this machine. Clients at a trusted address choose the address used for rate limits, so a
 * whole private network is not trusted by default.
 */
const SAME_MACHINE = ['loopback'];

/** Every environment variable, as in .env.example. */
const settings = z.object({
  PORT: port.default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: databaseAddress.optional(),
  QUAYSIDE_APP_DATABASE_URL: databaseAddress.optional(),
  QUAYSIDE_DATA: z.string().min(1).default('./data'),
  QUAYSIDE_FILES_MB: z.coerce.number().int().min(10).max(1_000_000).default(1_024),
  S3_BUCKET_URL: webAddress,
  S3_REGION: z.string().min(1).max(100).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  QUAYSIDE_SANDBOX: onOff.optional(),
  QUAYSIDE_SANDBOX_PORT: port.default(0),
  QUAYSIDE_SANDBOX_DEMO: z.enum(['on', 'small', 'off']).default('on'),
  QUAYSIDE_SANDBOX_PRODUCTS: z.coerce.number().int().min(0).max(100_000).optional(),
  QUAYSIDE_PRIVATE_HOSTS: list.default([]),
  QUAYSIDE_PROXIES: list
    .refine(
      (all) => all.every(isProxy),
      'use IP addresses, ranges such as 10.0.0.0/8, loopback, linklocal, uniquelocal, or none',
    )
    .optional(),
  QUAYSIDE_OPERATORS: list.default([]),
  QUAYSIDE_PLAN: z
    .string()
    .default(LARGEST_PLAN)
    .refine((key) => getPlan(key) !== undefined, 'use a plan key such as FREE_CREDIT or GROWTH_CREDIT_TIER_1'),
  QUAYSIDE_RATES_URL: z.union([z.literal('off'), z.url({ protocol: /^https?$/ })]).optional(),
  QUAYSIDE_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  QUAYSIDE_METRICS: hostAndPort.optional(),
  QUAYSIDE_METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('quayside'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  QUAYSIDE_PATIENCE: z.coerce.number().int().min(5).max(3_600).default(60),
  QUAYSIDE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  QUAYSIDE_BACKUP_DIR: z.string().min(1).optional(),
  QUAYSIDE_BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'use a time of day in UTC such as 02:30')
    .optional(),
  QUAYSIDE_BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(7),
  QUAYSIDE_BACKUP_WAL_MINUTES: z.coerce.number().int().min(1).max(60).optional(),
  QUAYSIDE_BACKUP_PASSPHRASE_FILE: z.string().min(1).optional(),
  QUAYSIDE_BACKUP_PASSPHRASE: z.string().min(12).optional(),
  QUAYSIDE_BACKUP_DATABASE_URL: databaseAddress.optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_SECRET: z.string().min(32).optional(),
  APP_SECRET_PREVIOUS: z.string().min(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .max(300)
    .regex(
      /^([^<>\r\n"]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'use the form "name@example.com" or "Name <name@example.com>"',
    )
    .optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_CLIENT_ID: z.string().min(1).optional(),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  FEEDBACK_URL: z.url({ protocol: /^https?$/ }).optional(),
  FEEDBACK_SSO_SECRET: z.string().min(16).optional(),
  HELP_URL: webAddress,
  COMMUNITY_URL: webAddress,
  PARTNERS_URL: webAddress,
  RESEARCHER_URL: webAddress,
  RECOMMENDED_APPS_URL: webAddress,
  EXTENSION_CHROME_URL: webAddress,
  EXTENSION_EDGE_URL: webAddress,
  QUAYSIDE_DEMO_MODE: onOff.default('off'),
  QUAYSIDE_ONBOARDING_V2: onOff.default('on'),
  QUAYSIDE_ACTIVITY: onOff.default('on'),
  QUAYSIDE_KEEP_AUDIT_MONTHS: months.default(24),
  QUAYSIDE_KEEP_ORDER_HISTORY_MONTHS: months.default(24),
  QUAYSIDE_KEEP_TASKS_MONTHS: months.default(6),
  QUAYSIDE_KEEP_UPDATES_MONTHS: months.default(12),
  QUAYSIDE_KEEP_SECURITY_MONTHS: months.default(24),
  QUAYSIDE_KEEP_USAGE_MONTHS: months
    .refine((n) => n !== 1, 'use at least 2 months: plans count the use of their current cycle')
    .default(24),
  QUAYSIDE_KEEP_ACTIVITY_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  CHAT_URL: webAddress,
  SUPPORT_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'use a domain such as support.example.com')
    .optional(),
  SHOPIFY_APP_BRIDGE_URL: z.url({ protocol: /^https?$/ }).default('https://cdn.shopify.com/shopifycloud/app-bridge.js'),
  AI_PROVIDER: z.enum(['openai', 'anthropic', 'compatible']).optional(),
  AI_API_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
  AI_BASE_URL: webAddress,
  AI_IMAGE_PROVIDER: z.enum(['openai', 'compatible']).optional(),
  AI_IMAGE_API_KEY: z.string().min(1).optional(),
  AI_IMAGE_MODEL: z.string().min(1).max(200).optional(),
  AI_IMAGE_BASE_URL: webAddress,
});

type Settings = z.output<typeof settings>;

export interface Config {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  appDatabaseUrl: string | undefined;
  /** Absolute folder of everything outside the database. */
  dataDir: string;
  /** Bytes of stored files per workspace. */
  fileQuota: number;
  /** Bucket for stored files; undefined: the data folder. `bucketUrl` has no trailing slash. */
  s3: { bucketUrl: string; region: string; keyId: string; secret: string } | undefined;
  backup: {
    /** Absolute folder of backups. */
    dir: string | undefined;
    /** Time of day in UTC of the daily backup, as HH:MM; undefined: only by command. */
    at: string | undefined;
    /** Number of backups that are kept. */
    keep: number;
    /** Keeps the embedded database's write-ahead log, so that at most this many minutes are lost; undefined: off. */
    walMinutes: number | undefined;
    passphraseFile: string | undefined;
    passphrase: string | undefined;
    /** Login that may read every row of DATABASE_URL's database; undefined: DATABASE_URL itself. */
    databaseUrl: string | undefined;
  };
  sandbox: boolean;
  sandboxPort: number;
  /** Whether the sandbox has a demo account. */
  sandboxDemo: boolean;
  /** Whether the demo account has orders of the last months, not only of today. */
  demoHistory: boolean;
  /** Number of products in the sandbox's warehouse; undefined: the whole catalog. */
  sandboxProducts: number | undefined;
  privateHosts: string[];
  operators: string[];
  /** Proxies with a trusted X-Forwarded-For. Empty: none, the connecting address is the client. */
  proxies: string[];
  /** Default plan. */
  planKey: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  poolSize: number;
  /** Prometheus metrics: an address of their own, and the token that reading them takes. */
  metrics: { address: { host: string; port: number } | undefined; token: string | undefined };
  /** Where traces are sent; undefined: none are recorded. */
  tracing: { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number } | undefined;
  /** Seconds after which a call without a response has had its effect, or never will. */
  patienceSeconds: number;
  /** Public URL without a trailing slash; undefined: only reachable locally. */
  appUrl: string | undefined;
  /**
   * URL for a browser on this machine, or anywhere with APP_URL; the actual port is filled in once the server listens.
   */
  ownUrl: string;
  appSecret: string | undefined;
  previousAppSecret: string | undefined;
  /** Mail server; undefined: emails stay in the operators' outbox. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Identity providers. */
  social: Partial<Record<'google' | 'facebook', { clientId: string; clientSecret: string }>>;
  /** AI model for product texts; undefined: the template writer. */
  ai: { provider: 'openai' | 'anthropic' | 'compatible'; model: string; apiKey?: string; baseUrl?: string } | undefined;
  /** AI model for product images, by OpenAI's images API; undefined: images can only be enlarged. */
  aiImages: { provider: 'openai' | 'compatible'; model: string; apiKey?: string; baseUrl?: string } | undefined;
  /**
   * URL of exchange rates in the European Central Bank's format; undefined: the sandbox's, else the bank's; `off`:
   * none.
   */
  ratesUrl: string | undefined;
  /** No default plan was configured: owners choose any plan without being charged. */
  plansAreFree: boolean;
  /** The feedback board and its shared secret. */
  feedback: { url: string; secret: string } | undefined;
  /** External links; unset ones are hidden. */
  links: {
    help: string | undefined;
    community: string | undefined;
    partners: string | undefined;
    researcher: string | undefined;
    apps: string | undefined;
    extensionChrome: string | undefined;
    extensionEdge: string | undefined;
    chat: string | undefined;
  };
  /** Email domain of support staff, who act for the owner of the workspace they are viewing. */
  supportDomain: string | undefined;
  /** New accounts start in demo mode. */
  beginsInDemoMode: boolean;
  /** Second version of the onboarding: import before prices. */
  onboardingV2: boolean;
  /** Usage reports are stored; otherwise they are not even sent. */
  keepsActivity: boolean;
  /** Months after which history is exported to a file and deleted, by kind; 0: never. */
  keepMonths: Readonly<Record<HistoryKind | AccountHistoryKind, number>>;
  /** Days after which usage reports are deleted. */
  activityDays: number;
  roles: { web: boolean; worker: boolean };
  /** Shopify's script for embedded apps, which must be loaded from Shopify. */
  appBridgeUrl: string;
  /** Our own accounts at other sides; connectors without one are absent. */
  connectors: Readonly<Record<ConnectorId, ConnectorSettings>>;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The sandbox's shared account, therefore never an operator. */
export const DEMO_EMAIL = 'demo@quayside.test';

function operatorsOf(env: Settings): string[] {
  const emails = env.QUAYSIDE_OPERATORS.map((email) => email.toLowerCase());
  if (emails.includes(DEMO_EMAIL))
    throw new ConfigError(
      `QUAYSIDE_OPERATORS names ${DEMO_EMAIL}: the demo account is shared and can't be an operator.`,
    );
  return emails;
}

/** Minimum number of products with a demo account, which sells the best of many shelves. */
export const DEMO_PRODUCTS = 200;

function sandboxProductsOf(env: Settings): number | undefined {
  const { QUAYSIDE_SANDBOX_PRODUCTS: products, QUAYSIDE_SANDBOX_DEMO: demo } = env;
  if (products !== undefined && products < DEMO_PRODUCTS && demo !== 'off')
    throw new ConfigError(
      `QUAYSIDE_SANDBOX_PRODUCTS is ${products}: the demo account needs at least ${DEMO_PRODUCTS}. Raise it, or set QUAYSIDE_SANDBOX_DEMO=off.`,
    );
  return products;
}

/** Names of this machine. */
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Throws unless both or neither of two dependent settings are set. */
function both(env: Settings, a: keyof Settings, b: keyof Settings): void {
  if ((env[a] === undefined) !== (env[b] === undefined))
    throw new ConfigError(`${a} and ${b} must be set together: set both or neither.`);
}

function s3Of(env: Settings): Config['s3'] {
  both(env, 'S3_BUCKET_URL', 'S3_ACCESS_KEY_ID');
  both(env, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const { S3_BUCKET_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  return url && keyId && secret ? { bucketUrl: url.replace(/\/+$/, ''), region, keyId, secret } : undefined;
}

function tracingOf(env: Settings): Config['tracing'] {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  if (!endpoint) return undefined;
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

function socialOf(env: Settings): Config['social'] {
  both(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  both(env, 'FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET');
  const pair = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const google = pair(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const facebook = pair(env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET);
  return { ...(google ? { google } : {}), ...(facebook ? { facebook } : {}) };
}

function backupOf(env: Settings, cwd: string): Config['backup'] {
  const { QUAYSIDE_BACKUP_DIR: dir, QUAYSIDE_BACKUP_AT: at, QUAYSIDE_BACKUP_PASSPHRASE: passphrase } = env;
  const file = env.QUAYSIDE_BACKUP_PASSPHRASE_FILE;
  if (at && !dir) throw new ConfigError('QUAYSIDE_BACKUP_AT needs QUAYSIDE_BACKUP_DIR, the folder of the backups.');
  if (at && !file && !passphrase)
    throw new ConfigError(
      'QUAYSIDE_BACKUP_AT needs QUAYSIDE_BACKUP_PASSPHRASE_FILE, a file that contains the passphrase.',
    );
  if (file && passphrase)
    throw new ConfigError('Set QUAYSIDE_BACKUP_PASSPHRASE_FILE or QUAYSIDE_BACKUP_PASSPHRASE, not both.');
  const walMinutes = env.QUAYSIDE_BACKUP_WAL_MINUTES;
  if (walMinutes && env.DATABASE_URL)
    throw new ConfigError(
      'QUAYSIDE_BACKUP_WAL_MINUTES is for the embedded database: archive the log of DATABASE_URL with its own tools.',
    );
  if (walMinutes && !at)
    throw new ConfigError(
      'QUAYSIDE_BACKUP_WAL_MINUTES needs QUAYSIDE_BACKUP_AT: the log continues from a daily backup.',
    );
  return {
    dir: dir === undefined || isAbsolute(dir) ? dir : resolve(cwd, dir),
    at,
    keep: env.QUAYSIDE_BACKUP_KEEP,
    walMinutes,
    passphraseFile: file === undefined || isAbsolute(file) ? file : resolve(cwd, file),
    passphrase,
    databaseUrl: env.QUAYSIDE_BACKUP_DATABASE_URL,
  };
}

/** Model settings: complete or unset, else an error with one sentence. */
function aiOf(env: Settings): Config['ai'] {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_API_KEY: apiKey, AI_BASE_URL: baseUrl } = env;
  if (!provider) {
    if (model ?? apiKey ?? baseUrl)
      throw new ConfigError(
        'AI_MODEL, AI_API_KEY and AI_BASE_URL need AI_PROVIDER: set it to openai, anthropic or compatible, or remove them.',
      );
    return undefined;
  }
  if (!model) throw new ConfigError('AI_PROVIDER needs AI_MODEL, the name of the model.');
  if (provider === 'compatible' && !baseUrl)
    throw new ConfigError('AI_PROVIDER=compatible needs AI_BASE_URL, such as http://127.0.0.1:11434/v1.');
  if (provider !== 'compatible' && !apiKey) throw new ConfigError(`AI_PROVIDER=${provider} needs AI_API_KEY.`);
  return {
    provider,
    model,
    ...(apiKey ? { apiKey } : {}),
    ...(baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, '') } : {}),
  };
}

/** The same for the model of images. */
function aiImagesOf(env: Settings): Config['aiImages'] {
  const {
    AI_IMAGE_PROVIDER: provider,
    AI_IMAGE_MODEL: model,
    AI_IMAGE_API_KEY: apiKey,
    AI_IMAGE_BASE_URL: baseUrl,
  } = env;
  if (!provider) {
    if (model ?? apiKey ?? baseUrl)
      throw new ConfigError(
        'AI_IMAGE_MODEL, AI_IMAGE_API_KEY and AI_IMAGE_BASE_URL need AI_IMAGE_PROVIDER: set it to openai or compatible, or remove them.',
      );
    return undefined;
  }
  if (!model) throw new ConfigError('AI_IMAGE_PROVIDER needs AI_IMAGE_MODEL, such as gpt-image-1.');
  if (provider === 'compatible' && !baseUrl)
    throw new ConfigError('AI_IMAGE_PROVIDER=compatible needs AI_IMAGE_BASE_URL, such as http://127.0.0.1:8080/v1.');
  if (provider === 'openai' && !apiKey) throw new ConfigError('AI_IMAGE_PROVIDER=openai needs AI_IMAGE_API_KEY.');
  return {
    provider,
    model,
    ...(apiKey ? { apiKey } : {}),
    ...(baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, '') } : {}),
  };
}

function parse<T>(schema: z.ZodType<T>, given: Record<string, string | undefined>): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? 'a setting');
  throw new ConfigError(
    `${name} is not valid (${given[name] === undefined ? 'missing' : name.match(/SECRET|KEY|URL|TOKEN|HEADERS|PASSPHRASE$/) ? 'value hidden' : `"${given[name]}"`}): ${issue?.message}.`,
  );
}

/**
 * Reads the settings; throws ConfigError with one sentence about the invalid one. `cwd`: base of relative paths;
 * `manifests`: connectors with settings.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  args: readonly string[],
  cwd: string,
  manifests: readonly ConnectorManifest[] = getManifests(installed),
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const values = parse(settings, given);
  const outside = parse(z.object(settingsShape(manifests)), given);
  const role = args.includes('--role') ? args[args.indexOf('--role') + 1] : undefined;
  if (role !== undefined && role !== 'web' && role !== 'worker')
    throw new ConfigError(`--role must be web or worker, got "${role}".`);
  if (role !== undefined && !values.DATABASE_URL)
    throw new ConfigError('--role needs DATABASE_URL: the embedded PostgreSQL serves one process.');
  if (role !== undefined && !values.APP_SECRET)
    throw new ConfigError(
      '--role needs APP_SECRET with the same value in every process, because all of them decrypt the same data.',
    );
  const connectors = readConnectorSettings(manifests, outside, (sentence) => {
    throw new ConfigError(sentence);
  });
  both(values, 'SMTP_URL', 'MAIL_FROM');
  both(values, 'FEEDBACK_URL', 'FEEDBACK_SSO_SECRET');
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    appDatabaseUrl: values.QUAYSIDE_APP_DATABASE_URL,
    fileQuota: values.QUAYSIDE_FILES_MB * 1024 * 1024,
    s3: s3Of(values),
    dataDir: isAbsolute(values.QUAYSIDE_DATA) ? values.QUAYSIDE_DATA : resolve(cwd, values.QUAYSIDE_DATA),
    backup: backupOf(values, cwd),
    sandbox: values.QUAYSIDE_SANDBOX
      ? values.QUAYSIDE_SANDBOX === 'on'
      : values.APP_URL === undefined && LOOPBACK.has(values.HOST) && Object.keys(connectors).length === 0,
    sandboxPort: values.QUAYSIDE_SANDBOX_PORT,
    sandboxDemo: values.QUAYSIDE_SANDBOX_DEMO !== 'off',
    demoHistory: values.QUAYSIDE_SANDBOX_DEMO === 'on',
    sandboxProducts: sandboxProductsOf(values),
    privateHosts: values.QUAYSIDE_PRIVATE_HOSTS,
    proxies: (values.QUAYSIDE_PROXIES ?? (values.APP_URL ? SAME_MACHINE : [])).filter((one) => one !== 'none'),
    planKey: values.QUAYSIDE_PLAN,
    plansAreFree: given.QUAYSIDE_PLAN === undefined,
    operators: operatorsOf(values),
    logLevel: values.QUAYSIDE_LOG,
    poolSize: values.QUAYSIDE_POOL,
    metrics: { address: values.QUAYSIDE_METRICS, token: values.QUAYSIDE_METRICS_TOKEN },
    tracing: tracingOf(values),
    patienceSeconds: values.QUAYSIDE_PATIENCE,
    appUrl: values.APP_URL?.replace(/\/+$/, ''),
    ownUrl: values.APP_URL?.replace(/\/+$/, '') ?? `http://127.0.0.1:${values.PORT}`,
    appSecret: values.APP_SECRET,
    previousAppSecret: values.APP_SECRET_PREVIOUS,
    mail: values.SMTP_URL && values.MAIL_FROM ? { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    social: socialOf(values),
    ai: aiOf(values),
    aiImages: aiImagesOf(values),
    ratesUrl: values.QUAYSIDE_RATES_URL,
    feedback:
      values.FEEDBACK_URL && values.FEEDBACK_SSO_SECRET
        ? { url: values.FEEDBACK_URL.replace(/\/+$/, ''), secret: values.FEEDBACK_SSO_SECRET }
        : undefined,
    links: {
      help: values.HELP_URL,
      community: values.COMMUNITY_URL,
      partners: values.PARTNERS_URL,
      researcher: values.RESEARCHER_URL,
      apps: values.RECOMMENDED_APPS_URL,
      extensionChrome: values.EXTENSION_CHROME_URL,
      extensionEdge: values.EXTENSION_EDGE_URL,
      chat: values.CHAT_URL,
    },
    supportDomain: values.SUPPORT_DOMAIN,
    beginsInDemoMode: values.QUAYSIDE_DEMO_MODE === 'on',
    onboardingV2: values.QUAYSIDE_ONBOARDING_V2 === 'on',
    keepMonths: {
      audit: values.QUAYSIDE_KEEP_AUDIT_MONTHS,
      orders: values.QUAYSIDE_KEEP_ORDER_HISTORY_MONTHS,
      tasks: values.QUAYSIDE_KEEP_TASKS_MONTHS,
      updates: values.QUAYSIDE_KEEP_UPDATES_MONTHS,
      security: values.QUAYSIDE_KEEP_SECURITY_MONTHS,
      usage: values.QUAYSIDE_KEEP_USAGE_MONTHS,
    },
    activityDays: values.QUAYSIDE_KEEP_ACTIVITY_DAYS,
    keepsActivity: values.QUAYSIDE_ACTIVITY === 'on',
    appBridgeUrl: values.SHOPIFY_APP_BRIDGE_URL,
    roles: { web: role !== 'worker', worker: role !== 'web' },
    connectors,
  };
}
