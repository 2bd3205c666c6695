import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../../deps.ts';
import type { DeadLetters } from '../../jobs/dead-letters.ts';
import { createMetrics } from '../../watch/metrics.ts';
import { addFigures } from './figures.ts';
import { addProcessFigures } from './process-figures.ts';

const deploy = join(import.meta.dirname, '../../../../../deploy');
const metrics = createMetrics();
addProcessFigures(metrics, { slowPages: () => ({}), attempts: () => [] });
addFigures(metrics.registry, {} as Deps, {} as DeadLetters, 0);

/** Every metric with its labels, and the series that a histogram has. */
const series = new Map(
  metrics.registry.getMetricsAsArray().flatMap((metric) => {
    const { name, labelNames } = metric as unknown as { name: string; labelNames?: string[] };
    const labels = [...(labelNames ?? []), 'job', 'instance'];
    return [name, `${name}_bucket`, `${name}_sum`, `${name}_count`].map(
      (one) => [one, [...labels, ...(one.endsWith('_bucket') ? ['le'] : [])]] as const,
    );
  }),
);

const NAME = /\b(?:quayside|process|nodejs)_\w+/g;

/** Metrics and labels of a query that don't exist; labels are those in braces and after `by`. */
function unknownIn(expr: string): string[] {
  const names = expr.match(NAME) ?? [];
  if (names.length === 0) return [`no metric in ${expr}`];
  const known = new Set(names.flatMap((name) => series.get(name) ?? []));
  const labels = [
    ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    ),
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = '']) => inside.split(',').map((one) => one.trim())),
  ];
  return [...names.filter((name) => !series.has(name)), ...labels.filter((label) => !known.has(label))];
}

describe('the Grafana dashboard', () => {
  interface Panel {
    title: string;
    type: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets?: { expr: string; legendFormat: string }[];
  }
  const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/quayside.json'), 'utf8')) as { panels: Panel[] };
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

  it.each(queries)('$title: asks for metrics and labels that exist', ({ expr, legendFormat }) => {
    expect(unknownIn(expr)).toEqual([]);
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    const has = new Set((expr.match(NAME) ?? []).flatMap((name) => series.get(name) ?? []));
    expect(named.filter((label) => !has.has(label ?? ''))).toEqual([]);
  });

  it('shows every metric of ours', () => {
    const asked = new Set(
      queries.flatMap(({ expr }) => expr.match(NAME) ?? []).map((name) => name.replace(/_bucket$/, '')),
    );
    const ours = metrics.registry
      .getMetricsAsArray()
      .flatMap(({ name }) => (name.startsWith('quayside_') ? [name] : []));
    expect(ours.filter((name) => !asked.has(name))).toEqual([]);
  });

  it('has no panels on top of each other', () => {
    const cells = panels.flatMap(({ title, gridPos: { x, y, w, h } }) => {
      expect(x + w, title).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, n) => `${x + (n % w)}/${y + Math.floor(n / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
  });
});

describe('the alert rules', () => {
  const text = readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8');
  const rules = text.split(/^ {6}- alert: /m).slice(1);

  it('are known by their name', () => {
    const names = rules.map((rule) => rule.split('\n')[0]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'QuaysideEffectUnknown',
        'QuaysideJobsLate',
        'QuaysideJobsDead',
        'QuaysideWebhooksLate',
        'QuaysidePoolExhausted',
        'QuaysideLedgerDiffers',
      ]),
    );
  });

  it.each(rules)('ask for what exists, and say what to do: %s', (rule) => {
    const expr = /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/m.exec(rule);
    expect(unknownIn(expr?.[1] ?? expr?.[2] ?? '')).toEqual([]);
    expect(rule).toMatch(/^ {10}severity: (critical|warning)$/m);
    expect(rule).toMatch(/^ {10}summary: \S.*$/m);
    expect(rule).toMatch(/^ {10}description: \S.{30,}$/m);
    expect(rule.replace(/^ {4}rules:$/m, '')).not.toMatch(/\t/);
  });

  it('name queues that exist', () => {
    const sources = ['connections/jobs/connections.ts', 'wallet/jobs/payment-events.ts']
      .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
      .join('');
    const queues = [...text.matchAll(/queue(?:=~|!~)"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'));
    expect(queues.length).toBeGreaterThan(0);
    for (const queue of queues) expect(sources).toContain(`name: '${queue}'`);
  });
});

it('no metric carries ids of people or workspaces', () => {
  const labels = [...series.values()]
    .flat()
    .filter((label) => /workplace|workspace|account|store|email|host|url|path/.test(label));
  expect(labels).toEqual([]);
});
