import { at } from '../load.ts';
import { count, figure, machineLoad, ms, type Row, times } from '../rows.ts';
import { goods, inLoops, newOwner, type Scene } from './scene.ts';

const LOOPS = 16;
const OWNERS = 8;
const VARIANTS = 3;
/** Wanted on two cores that nothing else uses; a slower machine cannot reach it, so only the ratio decides. */
const PER_SECOND = 300;
/** How much longer than the floor an import may take. */
const MOST_RATIO = 4;

/** Imports of products with three variants each, one call for each product, against a route that reads and writes the same rows by two statements. */
export async function imports(scene: Scene, wanted: number): Promise<Row[]> {
  const products = await goods(scene, [VARIANTS, VARIANTS], Math.ceil(wanted / OWNERS));
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => newOwner(scene)));
  const asks = products.flatMap((id) => owners.map((owner) => ({ owner, id })));
  const took: number[] = [];
  const [warm, measured] = [asks.slice(0, 100), asks.slice(100)];
  const one = async ({ owner, id }: (typeof asks)[number]): Promise<void> => {
    const sent = performance.now();
    await owner.call('POST /center/products/import/{source}', {
      params: { source: 'quayside' },
      body: { supplier_product_id: id, ship_to: 'US', mode: 'sandbox' },
    });
    took.push(performance.now() - sent);
  };
  await inLoops(warm, LOOPS, one);
  took.length = 0;
  const began = performance.now();
  await inLoops(measured, LOOPS, one);
  const perSecond = (measured.length * 1000) / (performance.now() - began);
  const busy = machineLoad();
  took.sort((a, b) => a - b);

  const floorBegan = performance.now();
  await inLoops(measured, LOOPS, async ({ owner, id }) => {
    const answer = await fetch(`${scene.server.floorUrl}/import?workplace=${owner.workplaceId}&source=${id}`, {
      method: 'POST',
    });
    if (!answer.ok) throw new Error(`the floor: ${await answer.text()}`);
    await answer.text();
  });
  const floor = (measured.length * 1000) / (performance.now() - floorBegan);
  const name = `Import, ${VARIANTS} variants each`;
  return [
    figure(`${name}: floor`, `${Math.round(floor)}/s`),
    {
      what: name,
      value: `${count(Math.round(perSecond))}/s (p95 ${ms(at(took, 0.95))}), ${times(floor / perSecond)} the floor's time (${busy})`,
      bar: `${MOST_RATIO} x the floor (${PER_SECOND}/s wanted)`,
      met: floor / perSecond <= MOST_RATIO,
    },
  ];
}
