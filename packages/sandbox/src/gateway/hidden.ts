import type { World } from '../core/world.ts';

/** Effects that queries must not show yet (see World.visibleAt). The warehouse itself knows nothing of this. */
export interface Hidden {
  /** Keeps an effect out of sight until a real time; an effect that was hidden before keeps its first time. */
  hide(what: 'order' | 'payment', key: string, until: number): void;
  is(what: 'order' | 'payment', key: string): boolean;
}

export function hiddenEffects(world: World): Hidden {
  world.db.exec(
    'create table if not exists quayside_hidden (what text not null, key text not null, until integer not null, primary key (what, key))',
  );
  const insert = world.db.prepare('insert into quayside_hidden values (?, ?, ?) on conflict do nothing');
  const find = world.db.prepare('select 1 from quayside_hidden where what = ? and key = ? and until > ?');
  return {
    hide: (what, key, until) => void (until > Date.now() && insert.run(what, key, until)),
    is: (what, key) => find.get(what, key, Date.now()) !== undefined,
  };
}
