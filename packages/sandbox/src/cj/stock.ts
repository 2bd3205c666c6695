import type { World } from '../core/world.ts';
import type { CjVariant } from './catalogue.ts';

const AREAS: Record<string, { areaId: number; areaEn: string }> = {
  CN: { areaId: 1, areaEn: 'China Warehouse' },
  US: { areaId: 2, areaEn: 'US Warehouse' },
};
export const getArea = (country: string): { areaId: number; areaEn: string } =>
  AREAS[country] ?? { areaId: 9, areaEn: `${country} Warehouse` };

export const getStock = (world: World, vid: string): { country: string; pieces: number }[] =>
  world.db.prepare('select country, pieces from cj_stock where vid = ? order by country').all(vid) as unknown as {
    country: string;
    pieces: number;
  }[];

/** Takes pieces out of (or, with a negative quantity, back into) a warehouse. false: there are not enough. */
export function takeStock(world: World, vid: string, country: string, quantity: number): boolean {
  const { changes } = world.db
    .prepare('update cj_stock set pieces = pieces - ?3 where vid = ?1 and country = ?2 and pieces >= ?3')
    .run(vid, country, quantity);
  return Number(changes) === 1;
}

/** As `inventories` of a variant in CJ's answers. */
export const inventories = (world: World, variant: CjVariant): object[] =>
  getStock(world, variant.vid).map(({ country, pieces }) => ({
    countryCode: country,
    totalInventory: pieces,
    cjInventory: country === 'US' ? pieces : 0,
    factoryInventory: country === 'US' ? 0 : pieces,
    verifiedWarehouse: country === 'US' ? 1 : 2,
    stock: [],
  }));
