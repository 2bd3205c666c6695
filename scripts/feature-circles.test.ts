import { expect, it } from 'vitest';
import { featureCircles } from './feature-circles.mjs';

const file = (path: string) => `apps/web/src/features/${path}`;
const uses = (from: string, ...to: string[]) => ({
  source: file(from),
  dependencies: to.map((one) => ({ resolved: file(one) })),
});

it('finds features that need each other through different files', () => {
  const modules = [
    uses('orders/list/a.ts', 'orders/b.ts', 'parcels/index.ts'),
    uses('parcels/a.ts', 'tracking/index.ts'),
    uses('tracking/a.ts', 'orders/index.ts'),
  ];
  expect(featureCircles(modules)).toEqual(['orders -> parcels -> tracking -> orders']);
});

it('lets several features use one', () => {
  const modules = [
    uses('home/a.ts', 'guide/index.ts', 'shell/index.ts'),
    uses('shell/a.ts', 'guide/index.ts'),
    { source: 'apps/web/src/app/routes.tsx', dependencies: [{ resolved: file('home/a.ts') }] },
    { source: file('guide/a.ts'), dependencies: [{ resolved: 'apps/web/src/app/routes.tsx' }] },
  ];
  expect(featureCircles(modules)).toEqual([]);
});
